import Foundation
import Networking
import TestSupport
import Testing

/// Over a loopback server.
@Suite("Streams")
struct StreamTests {
    private func request(_ server: FaultServer, _ path: String) -> NetworkRequest {
        NetworkRequest(operation: "test.stream", url: server.url(path))
    }

    @Test("N52: the head is there while the body still arrives", .timeLimit(.minutes(1)))
    func headFirst() async throws {
        try await FaultServer.run { server in
            let stream = try await URLSessionNetworkSession().stream(for: request(server, "/stall"))
            #expect(stream.head.statusCode == 200)
            var chunks = stream.makeAsyncIterator()
            #expect(try await chunks.next() == Data("some".utf8))
            #expect(server.counters.inFlight == 1)
        }
    }

    @Test("Chunks arrive as they are sent: each before the next one is", .timeLimit(.minutes(1)))
    func chunkByChunk() async throws {
        let read = Box(0)
        try await FaultServer.run { connection, _ in
            try connection.startChunked()
            for index in 0..<4 {
                while read.value < index { connection.pause(milliseconds: 1) }
                try connection.chunk("\(index)")
            }
            try connection.chunk("")
        } _: { server in
            let stream = try await URLSessionNetworkSession().stream(for: request(server, "/"))
            var text = ""
            for try await chunk in stream {
                text += String(decoding: chunk, as: UTF8.self)
                read.increment()
            }
            #expect(text == "0123")
            #expect(read.value == 4)
        }
    }

    @Test("Server-sent events over a connection", .timeLimit(.minutes(1)))
    func events() async throws {
        try await FaultServer.run { server in
            let stream = try await URLSessionNetworkSession().stream(for: request(server, "/sse"))
            let events = try await collect(stream.serverSentEvents)
            #expect(
                events == [
                    ServerSentEvent(data: "one"),
                    ServerSentEvent(event: "greeting", data: "h\u{e9}llo\nagain", id: "7"),
                ])
        }
    }

    @Test(
        "N28: a stream that is cut ends with an error after what arrived", .timeLimit(.minutes(1)),
        arguments: ["/truncated-length", "/truncated-chunk"])
    func truncated(path: String) async throws {
        try await FaultServer.run { server in
            let stream = try await URLSessionNetworkSession().stream(for: request(server, path))
            var data = Data()
            let error = await #expect(throws: NetworkError.self) {
                for try await chunk in stream { data += chunk }
            }
            #expect(error?.kind == .connectionLost)
            #expect(!data.isEmpty)
        }
    }

    @Test("Letting go of a stream closes its connection", .timeLimit(.minutes(1)))
    func letGo() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            do {
                let stream = try await session.stream(for: request(server, "/stall"))
                #expect(stream.head.isSuccess)
            }
            while !Task.isCancelled, server.counters.clientCloses == 0 { await Task.yield() }
        }
    }

    @Test("Cancelling the reader ends the stream, typed", .timeLimit(.minutes(1)))
    func cancelReader() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            let hasStarted = Box(false)
            let task = Task { () async -> NetworkError.Kind? in
                do throws(NetworkError) {
                    let stream = try await session.stream(for: request(server, "/stall"))
                    for try await _ in stream { hasStarted.withLock { $0 = true } }
                    return nil
                } catch { return error.kind }
            }
            while !hasStarted.value { await Task.yield() }
            task.cancel()
            #expect(await task.value == .cancelled)
            while !Task.isCancelled, server.counters.clientCloses == 0 { await Task.yield() }
        }
    }

    @Test("L10: a reader that falls too far behind gets an error, not all the memory", .timeLimit(.minutes(1)))
    func slowReader() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession(streamBufferBytes: 200_000)
            let stream = try await session.stream(for: request(server, "/chunks/20000/5000"))
            while !Task.isCancelled, server.counters.clientCloses == 0 { await Task.yield() }
            let error = await #expect(throws: NetworkError.self) { _ = try await collect(stream) }
            #expect(error?.kind == .readerTooSlow(limit: 200_000))
        }
    }

    @Test("A whole response as a stream is one chunk, and none when it is empty")
    func wholeAsStream() async throws {
        let request = NetworkRequest(operation: "x", url: URL(fileURLWithPath: "/"))
        let some = NetworkStream(NetworkResponse(request: request, statusCode: 200, body: Data("abc".utf8)))
        #expect(try await collect(some) == [Data("abc".utf8)])
        #expect(try await collect(NetworkStream(NetworkResponse(request: request, statusCode: 204))).isEmpty)
        let limited = chunkedStream([Data(count: 6), Data(count: 6)])
        let error = await #expect(throws: NetworkError.self) { try await limited.collect(upTo: 10) }
        #expect(error?.kind == .bodyTooLarge(limit: 10))
    }
}
