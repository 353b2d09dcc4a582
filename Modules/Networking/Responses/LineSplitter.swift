import Foundation

/// Cuts bytes into lines, wherever the chunks happen to be cut: a line is text only once it is complete, so a character
/// whose bytes arrive in two chunks stays whole.
struct LineSplitter {
    /// Which line ends count.
    enum LineEnds {
        /// LF and CRLF.
        case lineFeed
        /// LF, CRLF and a lone CR, as server-sent events have them.
        case any
    }

    private let lineEnds: LineEnds
    private var partial: [UInt8] = []
    private var lastWasCarriageReturn = false

    init(_ lineEnds: LineEnds) {
        self.lineEnds = lineEnds
    }

    /// How many bytes wait for their line to end.
    var partialCount: Int { partial.count }

    /// The lines that `chunk` completes, without their ends. Invalid UTF-8 is repaired.
    mutating func push(_ chunk: Data) -> [String] {
        var lines: [String] = []
        for byte in chunk {
            switch byte {
            case UInt8(ascii: "\n"):
                if lastWasCarriageReturn && lineEnds == .any { break }
                if lastWasCarriageReturn { partial.removeLast() }
                lines.append(takeLine())
            case UInt8(ascii: "\r") where lineEnds == .any:
                lines.append(takeLine())
            default:
                partial.append(byte)
            }
            lastWasCarriageReturn = byte == UInt8(ascii: "\r")
        }
        return lines
    }

    /// The last line, when the text does not end with a line end.
    mutating func finish() -> String? {
        partial.isEmpty ? nil : takeLine()
    }

    private mutating func takeLine() -> String {
        defer { partial.removeAll(keepingCapacity: true) }
        return String(decoding: partial, as: UTF8.self)
    }
}
