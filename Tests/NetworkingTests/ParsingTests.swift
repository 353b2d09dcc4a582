import Foundation
import Networking
import TestSupport
import Testing

/// A stream that hands out the given chunks.
func chunkedStream(_ chunks: [Data]) -> NetworkStream {
    let rest = Box(chunks[...])
    let request = NetworkRequest(operation: "test.stream", url: URL(fileURLWithPath: "/"))
    return NetworkStream(head: NetworkResponse.Head(request: request, statusCode: 200)) { () throws(NetworkError) in
        rest.withLock { $0.popFirst() }
    }
}

@Suite("Lines and events")
struct ParsingTests {
    /// Every field, every line end, UTF-8 of two to four bytes, a comment, an id with NUL, an event without data, and an
    /// event that never ends.
    static let corpus =
        "\u{FEFF}: hello\ndata: one\n\nevent: greeting\r\ndata: h\u{e9}llo \u{1F30D}\r\ndata:two\r\nid: 7\r\n\r\n"
        + "event: nothing\n\ndata\n\nid: a\0b\nretry: 1500\ndata:  spaced\r\rretry: x\nid\ndata: {\"a\": 1}\nunknown: x\n\n"
        + "data: unfinished"

    static let events = [
        ServerSentEvent(data: "one"),
        ServerSentEvent(event: "greeting", data: "h\u{e9}llo \u{1F30D}\ntwo", id: "7"),
        ServerSentEvent(data: "", id: "7"),
        ServerSentEvent(data: " spaced", id: "7", retry: .milliseconds(1_500)),
        ServerSentEvent(data: "{\"a\": 1}", id: "", retry: .milliseconds(1_500)),
    ]

    @Test("N51: every split point gives the same events")
    func everySplit() async throws {
        let bytes = Data(Self.corpus.utf8)
        for split in 0...bytes.count {
            let chunks = [Data(bytes[..<split]), Data(bytes[split...])].filter { !$0.isEmpty }
            #expect(try await collect(chunkedStream(chunks).serverSentEvents) == Self.events, "split at \(split)")
        }
        let single = bytes.map { Data([$0]) }
        #expect(try await collect(chunkedStream(single).serverSentEvents) == Self.events)
    }

    @Test("N51: every split point gives the same lines")
    func lines() async throws {
        let bytes = Data("one\r\ntw\ro\n\n\u{1F30D}\nlast".utf8)
        let expected = ["one", "tw\ro", "", "\u{1F30D}", "last"]
        for split in 0...bytes.count {
            let chunks = [Data(bytes[..<split]), Data(bytes[split...])].filter { !$0.isEmpty }
            #expect(try await collect(chunkedStream(chunks).lines) == expected, "split at \(split)")
        }
        #expect(try await collect(chunkedStream([]).lines) == [])
        #expect(try await collect(chunkedStream([Data("a\n".utf8)]).lines) == ["a"])
    }

    @Test("A line or event without end is bounded")
    func bounded() async throws {
        let chunk = Data(repeating: UInt8(ascii: "x"), count: 300_000)
        let event = Data("data: ".utf8) + chunk + Data("\n".utf8)
        for stream in [chunkedStream(Array(repeating: chunk, count: 10))] {
            let error = await #expect(throws: NetworkError.self) { try await collect(stream.lines) }
            #expect(error?.kind == .bodyTooLarge(limit: NetworkStream.elementLimit))
        }
        await #expect(throws: NetworkError.self) {
            try await collect(chunkedStream(Array(repeating: event, count: 10)).serverSentEvents)
        }
    }
}
