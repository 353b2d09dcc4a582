import Foundation
import MockTransport
import Networking
import TestSupport
import Testing

/// What every transport must do, asked of the mock and of the real one: code that works over the first works over the
/// second.
@Suite("Transport contract")
struct ContractTests {
    enum Transport: CaseIterable, Sendable {
        case mock, urlSession
    }

    /// The one server behind both: what it answers to a path.
    private static func answer(
        _ method: String, _ path: String, _ body: Data
    ) -> (status: Int, headers: [(String, String)], body: Data) {
        switch path {
        case "/echo": (200, [("X-Method", method), ("Content-Type", "x/y")], body)
        case "/cookies": (200, [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2; Path=/")], Data())
        case "/large": (200, [], FaultServer.pattern(5_000))
        default: (Int(path.dropFirst()) ?? 404, [], Data((path.hasPrefix("/20") ? "" : "no \(path)").utf8))
        }
    }

    /// Runs `body` with a session and the base of its server. `/wait` never answers.
    private func with(
        _ transport: Transport, _ body: (any NetworkSession, URL) async throws -> Void
    ) async throws {
        switch transport {
        case .mock:
            let session = MockNetworkSession { (request) throws(NetworkError) in
                while request.url.path == "/wait", !Task.isCancelled { await Task.yield() }
                let answer = Self.answer(request.method.rawValue, request.url.path, request.body?.data ?? Data())
                let fields = answer.headers.map { HTTPHeaders.Field(name: $0.0, value: $0.1) }
                return NetworkResponse(
                    request: request, statusCode: answer.status, headers: HTTPHeaders(fields), body: answer.body)
            }
            try await body(session, try #require(URL(string: "http://mock.test")))
        case .urlSession:
            try await FaultServer.run { connection, request in
                if request.path == "/wait" { try connection.waitForClose(milliseconds: 20_000) }
                let answer = Self.answer(request.method, request.path, request.body)
                try connection.respond(answer.status, answer.headers, body: answer.body)
            } _: { server in
                try await body(URLSessionNetworkSession(), server.baseURL)
            }
        }
    }

    private func request(
        _ base: URL, _ path: String, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: HTTPBody? = nil,
        limit: Int? = nil
    ) -> NetworkRequest {
        NetworkRequest(
            operation: "contract.ask", method: method, url: base.appendingPathComponent(path), headers: headers,
            body: body,
            maximumBodyBytes: limit)
    }

    @Test("Any status is a response, and names its request", arguments: Transport.allCases)
    func statuses(transport: Transport) async throws {
        try await with(transport) { session, base in
            for status in [200, 201, 204, 404, 500] {
                let request = request(base, "\(status)")
                let response = try await session.response(for: request)
                #expect(response.statusCode == status)
                #expect(response.requestID == request.id)
                #expect(response.operation == "contract.ask")
                #expect(response.url == request.url)
                #expect(response.body == Data((status < 300 ? "" : "no /\(status)").utf8))
            }
        }
    }

    @Test(
        "Method, body and headers arrive; names are found in any case; cookies stay apart",
        arguments: Transport.allCases)
    func echo(transport: Transport) async throws {
        try await with(transport) { session, base in
            let bytes = Data((0...255).map { UInt8($0) })
            for method in [HTTPMethod.post, .put, .patch, .delete] {
                let request = request(
                    base, "echo", method, headers: ["Content-Type": "x/y"], body: .data(bytes, contentType: "x/y"))
                let response = try await session.response(for: request)
                #expect(response.body == bytes)
                #expect(response.headers["x-METHOD"] == method.rawValue)
            }
            let cookies = try await session.response(for: request(base, "cookies"))
            #expect(cookies.headers.values(for: "set-cookie") == ["a=1", "b=2; Path=/"])
        }
    }

    @Test("A stream has the head and the bytes of the whole response", arguments: Transport.allCases)
    func streams(transport: Transport) async throws {
        try await with(transport) { session, base in
            for path in ["large", "204", "404"] {
                let whole = try await session.response(for: request(base, path))
                let stream = try await session.stream(for: request(base, path))
                #expect(stream.head.statusCode == whole.statusCode)
                let streamed = try await stream.collect(upTo: 10_000)
                #expect(streamed == whole.body)
            }
        }
    }

    @Test("What is illegal is refused, typed, with the request's identity", arguments: Transport.allCases)
    func refused(transport: Transport) async throws {
        try await with(transport) { session, base in
            let requests = [
                request(base, "echo", headers: ["X": "a\r\nb"]),
                request(base, "echo", headers: ["Content-Length": "1"]),
                request(base, "echo", .get, body: .text("x")), request(base, "echo", HTTPMethod(rawValue: "G T")),
                request(URL(fileURLWithPath: "/"), "echo"), request(base, "large", limit: 4_999),
            ]
            for request in requests {
                let error = await failure { () throws(NetworkError) in try await session.response(for: request) }
                #expect(error?.requestID == request.id)
                #expect(error?.isRetryable == false)
            }
            let fitting = try await session.response(for: request(base, "large", limit: 5_000))
            #expect(fitting.body.count == 5_000)
        }
    }

    @Test(
        "A cancelled task gets `cancelled`, before and while it waits", .timeLimit(.minutes(1)),
        arguments: Transport.allCases, [false, true])
    func cancelled(transport: Transport, streams: Bool) async throws {
        try await with(transport) { session, base in
            for cancelsFirst in [true, false] {
                let isRunning = Box(false)
                let request = request(base, "wait").observing { _ in isRunning.withLock { $0 = true } }
                let task = Task { () async -> NetworkError.Kind? in
                    if cancelsFirst { withUnsafeCurrentTask { $0?.cancel() } }
                    return await failure { () throws(NetworkError) in
                        if streams {
                            _ = try await session.stream(for: request)
                        } else {
                            _ = try await session.response(for: request)
                        }
                    }?.kind
                }
                if !cancelsFirst {
                    while !isRunning.value { await Task.yield() }
                    task.cancel()
                }
                #expect(await task.value == .cancelled)
            }
        }
    }

    @Test("An observer hears each step in order", arguments: Transport.allCases)
    func events(transport: Transport) async throws {
        try await with(transport) { session, base in
            let steps = Box<[String]>([])
            let request = request(base, "large").observing { event in
                let name: String? =
                    switch event {
                    case .started: "started"
                    case .sentBody: nil
                    case .receivedHead: "head"
                    case .receivedBody: "body"
                    case .finished(let error): error == nil ? "done" : "failed"
                    }
                steps.withLock { steps in if let name, steps.last != name { steps.append(name) } }
            }
            _ = try await session.response(for: request)
            #expect(steps.value == ["started", "head", "body", "done"])
        }
    }

    @Test("The same middleware serves both, whole and streamed", arguments: Transport.allCases)
    func middleware(transport: Transport) async throws {
        try await with(transport) { session, base in
            let metrics = MetricsMiddleware()
            let stack = MiddlewareSession(
                session,
                [metrics, RetryMiddleware(), ConcurrencyLimitMiddleware(perHost: 1), LoggingMiddleware { _ in }])
            for _ in 0..<3 {
                _ = try await stack.response(for: request(base, "large"))
                let streamed = try await stack.stream(for: request(base, "large")).collect(upTo: 5_000)
                #expect(streamed.count == 5_000)
            }
            #expect(metrics.total.requests == 6)
            #expect(metrics.total.bytesReceived == 30_000)
        }
    }
}
