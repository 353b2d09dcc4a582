import Foundation

/// One event of a `text/event-stream` (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type, `message` unless the server names one.
    public var event: String
    /// The data lines, joined by line feeds.
    public var data: String
    /// The last id the server has given so far; send it as `Last-Event-ID` to go on after a break.
    public var id: String?
    /// How long the server asks to wait before a new connection, as last given.
    public var retry: Duration?

    /// An event from its parts.
    public init(event: String = "message", data: String, id: String? = nil, retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }
}

/// Reads events out of bytes, the same ones however the bytes are cut. An event that has not ended when the stream does
/// is dropped, as the standard says.
struct ServerSentEventParser {
    private var splitter = LineSplitter(.any)
    private var event = ""
    private var data: [String] = []
    private var id: String?
    private var retry: Duration?
    private var isFirstLine = true

    /// How many bytes wait for their event to end.
    var pendingCount: Int { splitter.partialCount + data.reduce(0) { $0 + $1.utf8.count } }

    mutating func push(_ chunk: Data) -> [ServerSentEvent] {
        splitter.push(chunk).compactMap { read($0) }
    }

    private mutating func read(_ line: String) -> ServerSentEvent? {
        var line = Substring(line)
        if isFirstLine, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
        isFirstLine = false
        guard !line.isEmpty else { return dispatch() }
        let name = line.prefix { $0 != ":" }
        var value = line.dropFirst(name.count + 1)
        if value.first == " " { value.removeFirst() }
        switch name {
        case "event": event = String(value)
        case "data": data.append(String(value))
        case "id" where !value.unicodeScalars.contains("\0"): id = String(value)
        case "retry":
            if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }), let milliseconds = Int64(value) {
                retry = .milliseconds(milliseconds)
            }
        default: break  // A comment (empty name) or a field of a later standard.
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ""
            data = []
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: data.joined(separator: "\n"), id: id, retry: retry)
    }
}
