import Foundation
import Networking
import TestSupport
import Testing

/// Over a loopback server: what `URLSession` makes of each case, and what the layer makes of that.
@Suite("URLSession transport")
struct URLSessionTests {
    private func fetch(
        _ path: String, method: HTTPMethod = .get, body: HTTPBody? = nil, limit: Int? = nil
    ) async throws -> NetworkResponse {
        try await FaultServer.run { server in
            var request = NetworkRequest(
                operation: "test.run", method: method, url: server.url(path), body: body, maximumBodyBytes: limit)
            request.headers["Content-Type"] = body?.contentType
            return try await URLSessionNetworkSession().response(for: request)
        }
    }

    private func kind(_ path: String, limit: Int? = nil) async throws -> NetworkError.Kind? {
        do {
            _ = try await fetch(path, limit: limit)
            return nil
        } catch let error as NetworkError {
            #expect(error.requestID != nil && error.operation == "test.run")
            return error.kind
        }
    }

    @Test("Any status is a response", arguments: [200, 201, 204, 205, 304, 400, 404, 418, 500, 503, 599, 999])
    func statuses(status: Int) async throws {
        let response = try await fetch("/status/\(status)")
        #expect(response.statusCode == status)
        if ![204, 205, 304].contains(status) { #expect(response.body == Data("status \(status)".utf8)) }
    }

    @Test("Method, path, headers and body arrive as they were", arguments: [HTTPMethod.post, .put, .patch, .delete])
    func echo(method: HTTPMethod) async throws {
        let body = Data((0...255).map { UInt8($0) })
        let response = try await fetch("/echo?q=a%2Bb", method: method, body: .data(body, contentType: "x/y"))
        let echo = try JSONDecoder().decode(FaultServer.Request.Echo.self, from: response.body)
        #expect(echo.method == method.rawValue)
        #expect(echo.target == "/echo?q=a%2Bb")
        #expect(echo.body == body)
        #expect(echo.values("Content-Type") == ["x/y"])
        #expect(echo.values("Content-Length") == ["256"])
        #expect(echo.values("Transfer-Encoding") == [])
    }

    @Test("N33: a stream goes with its length and without chunk framing; its file does not stay")
    func streamedBody() async throws {
        let mark = UUID().uuidString
        let body = HTTPBody.stream(contentType: "text/plain") {
            AsyncThrowingStream<Data, any Error> { stream in
                for word in ["one ", "two ", mark] { stream.yield(Data(word.utf8)) }
                stream.finish()
            }
        }
        let response = try await fetch("/echo", method: .post, body: body)
        let echo = try JSONDecoder().decode(FaultServer.Request.Echo.self, from: response.body)
        #expect(echo.body == Data("one two \(mark)".utf8))
        #expect(echo.values("Content-Length") == ["\(8 + mark.count)"])
        #expect(echo.values("Transfer-Encoding") == [])
        #expect(temporaryFiles(holding: mark).isEmpty)
    }

    private func temporaryFiles(holding mark: String) -> [String] {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { name in
            name.hasPrefix("body-")
                && (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))?.contains(mark)
                    == true
        }
    }

    @Test("A file is sent from disk; a missing one is an error before anything is sent")
    func fileBody() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        let content = FaultServer.pattern(300_000)
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let response = try await fetch("/echo", method: .put, body: .file(file))
        #expect(try JSONDecoder().decode(FaultServer.Request.Echo.self, from: response.body).body == content)
        let error = await #expect(throws: NetworkError.self) {
            _ = try await fetch("/echo", method: .put, body: .file(file.appendingPathExtension("none")))
        }
        #expect(error?.kind == .file)
    }

    @Test(
        "L3: a 401 challenge is answered with the 401 and its body", .timeLimit(.minutes(1)),
        arguments: ["basic", "bearer", "digest"])
    func challenge(scheme: String) async throws {
        let start = ContinuousClock.now
        let response = try await fetch("/auth/\(scheme)")
        #expect(response.statusCode == 401)
        #expect(response.body == Data("who are you?".utf8))
        #expect(response.headers["WWW-Authenticate"] != nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("L28, N28: each fault has its kind")
    func faults() async throws {
        #expect(try await kind("/truncated-length") == .connectionLost)
        #expect(try await kind("/truncated-chunk") == .connectionLost)
        #expect(try await kind("/reset") == .connectionLost)
        #expect(try await kind("/close") == .connectionLost)
        #expect(try await kind("/gzip/bad") == .contentEncoding)
        #expect(try await kind("/garbage") == .malformedResponse)
    }

    @Test("L28: refused and unknown hosts")
    func unreachable() async throws {
        let session = URLSessionNetworkSession()
        let server = try FaultServer()
        let closed = server.url("/")
        server.stop()
        let refused = await #expect(throws: NetworkError.self) {
            try await session.response(for: NetworkRequest(operation: "test.run", url: closed))
        }
        #expect(refused?.kind == .cannotConnect)
        #expect(refused?.isRetryable == true)
    }

    @Test("N29: a body over the limit stops the transfer")
    func bodyLimit() async throws {
        #expect(try await kind("/bytes/500000", limit: 100_000) == .bodyTooLarge(limit: 100_000))
        #expect(try await fetch("/bytes/100000", limit: 100_000).body == FaultServer.pattern(100_000))
    }

    @Test("A compressed body arrives unpacked, early hints and a closing server do not disturb")
    func wellBehaved() async throws {
        #expect(try await fetch("/gzip/good").body == Data(FaultServer.gzipText.utf8))
        #expect(try await fetch("/early-hints").body == Data("after hints".utf8))
        #expect(try await fetch("/close-after").body == Data("bye".utf8))
        #expect(try await fetch("/chunks/10/1000").body.count == 10_000)
        #expect(try await fetch("/echo", method: .head).body.isEmpty)
    }

    @Test("Connections are reused, cookies are not kept")
    func reuse() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            for _ in 0..<20 {
                _ = try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/cookie")))
            }
            #expect(server.counters.connections == 1)
            #expect(server.requests.allSatisfy { $0.headers("Cookie").isEmpty })
        }
    }

    @Test("L33: an invalidated session refuses, and ends what runs")
    func invalidated() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            async let running = Result(catching: { () async throws in
                try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/silent")))
            })
            while !Task.isCancelled, server.counters.requests == 0 { await Task.yield() }
            session.invalidate()
            session.invalidate()
            for result in [
                await running,
                await Result(catching: { () async throws in
                    try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/echo")))
                }),
            ] {
                let error = #expect(throws: NetworkError.self) { try result.get() }
                #expect(error?.kind == .sessionClosed)
            }
        }
    }

    @Test("L33: an invalidation at any moment of a start ends that request too", .timeLimit(.minutes(1)))
    func invalidatedWhileStarting() async throws {
        try await FaultServer.run { server in
            var generator = SplitMix64(seed: 33)
            for _ in 0..<100 {
                let session = URLSessionNetworkSession()
                let request = Task {
                    try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/silent")))
                }
                for _ in 0..<Int.random(in: 0..<30, using: &generator) { await Task.yield() }
                session.invalidate()
                let result = await request.result
                let error = #expect(throws: NetworkError.self) { try result.get() }
                #expect(error?.kind == .sessionClosed)
            }
        }
    }

    @Test("N65: sessions that are let go of leave no object behind", .timeLimit(.minutes(1)))
    func released() async throws {
        try await FaultServer.run { server in
            weak var session: URLSessionNetworkSession?
            for _ in 0..<20 {
                let own = URLSessionNetworkSession()
                session = own
                let request = NetworkRequest(operation: "test.run", url: server.url("/echo"))
                let response = try await own.response(for: request)
                #expect(response.statusCode == 200)
            }
            // The last task may still be on its way out of the session's queue.
            while !Task.isCancelled, session != nil { await Task.yield() }
            #expect(session == nil)
        }
    }
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
