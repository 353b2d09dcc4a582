import Foundation

/// Writes results to standard output, and progress and errors to standard error.
struct Console: Sendable {
    /// Whether a person watches standard error; progress is shown to nobody else.
    let showsProgress: Bool

    init() {
        showsProgress = isatty(STDERR_FILENO) == 1
    }

    /// Prints a result.
    func print(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// Prints a value as one JSON object with sorted keys.
    func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Replaces the line of progress; an empty text takes it away.
    func progress(_ text: String) {
        guard showsProgress else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    /// Writes an entry of the log.
    func log(_ text: String) {
        progress("")
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    /// Prints what went wrong, in one line.
    func error(_ text: String) {
        progress("")
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        FileHandle.standardError.write(Data("harmony: \(line)\n".utf8))
    }
}
