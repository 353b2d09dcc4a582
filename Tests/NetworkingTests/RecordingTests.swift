import Foundation
import Networking
import TestSupport
import Testing

/// Logs, metrics, HAR and cURL text: what they say, and what they must never say.
@Suite("Recording")
struct RecordingTests {
    private static let canary = "CANARY-7f3a"

    /// A request that has a secret wherever one can be.
    private func secretive() throws -> NetworkRequest {
        NetworkRequest(
            operation: "test.secret", method: .post,
            url: try #require(URL(string: "http://h/p?page=2&access_token=\(Self.canary)&api-key=\(Self.canary)")),
            headers: [
                "Authorization": "Bearer \(Self.canary)", "Cookie": "sid=\(Self.canary)", "X-Auth-Token": Self.canary,
                "Proxy-Authorization": Self.canary, "Content-Type": "application/json", "Accept": "x/y",
            ],
            body: .data(
                Data(
                    #"{"user": "ann", "password": "\#(Self.canary)", "list": [{"refresh_token": "\#(Self.canary)"}]}"#
                        .utf8),
                contentType: "application/json"))
    }

    private let answer: ScriptedSession = .init { (request, _) throws(NetworkError) in
        NetworkResponse(
            request: request, statusCode: 200,
            headers: [
                "Set-Cookie": "sid=\(RecordingTests.canary)", "Content-Type": "application/json", "X-Plain": "seen",
            ],
            body: Data(#"{"id": 1, "accessToken": "\#(RecordingTests.canary)"}"#.utf8))
    }

    @Test("N60: no sink shows a secret by default")
    func canary() async throws {
        let log = Box<[String]>([])
        let har = HARRecorder()
        let request = try secretive()
        let stack: [any NetworkMiddleware] = [
            har, LoggingMiddleware(level: .bodies) { entry in log.withLock { $0.append(entry) } },
        ]
        _ = try await MiddlewareSession(answer, stack).response(for: request)
        let failing = ScriptedSession { (request, _) throws(NetworkError) in
            throw NetworkError(.connectionLost, request: request)
        }
        let error = await failure { () throws(NetworkError) in
            try await MiddlewareSession(failing, stack).response(for: request)
        }
        let form = NetworkRequest(
            operation: "test.form", method: .post, url: request.url,
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .form([URLQueryItem(name: "client_secret", value: Self.canary), URLQueryItem(name: "a", value: "b")]))
        let plain = NetworkRequest(
            operation: "test.text", method: .post, url: request.url, headers: ["Content-Type": "text/plain"],
            body: .text(Self.canary))
        for other in [form, plain] { _ = try await MiddlewareSession(answer, stack).response(for: other) }
        let archive = String(decoding: try har.archive(), as: UTF8.self)
        let sinks =
            log.value + [
                archive, request.curlCommand(), form.curlCommand(), plain.curlCommand(), "\(try #require(error))",
                try #require(error).localizedDescription,
            ]
        for text in sinks { #expect(!text.contains(Self.canary), "\(text)") }
        // What is no secret is still there.
        for text in [log.value.joined(), archive] {
            for word in ["page=2", "ann", "seen", "x/y", "client_secret=REDACTED&a=b"] {
                #expect(text.contains(word), "\(word)")
            }
        }
    }

    @Test(
        "Each level writes what it says",
        arguments: [
            (LoggingMiddleware.Level.failures, 0, 1), (.summary, 1, 1), (.headers, 2, 2), (.bodies, 2, 2),
        ])
    func levels(level: LoggingMiddleware.Level, whenFine: Int, whenFailed: Int) async throws {
        for (status, count) in [(200, whenFine), (500, whenFailed)] {
            let log = Box<[String]>([])
            let session = ScriptedSession { (request, _) throws(NetworkError) in
                NetworkResponse(request: request, statusCode: status, body: Data("12345".utf8))
            }
            let middleware = LoggingMiddleware(level: level, clock: ManualClock()) { entry in
                log.withLock { $0.append(entry) }
            }
            let request = NetworkRequest(operation: "test.log", url: try #require(URL(string: "http://h/p")))
            _ = try await MiddlewareSession(session, [middleware]).response(for: request)
            #expect(log.value.count == count)
            if level == .summary {
                #expect(
                    log.value == [
                        "\(status == 200 ? "✓" : "✗") \(request.id) test.log GET http://h/p: \(status), 5 bytes, 0 ms"
                    ])
            }
        }
    }

    @Test(
        "N62: the layer's own metrics: queued, sent, first byte, done, bytes, for each request and in sum",
        .timeLimit(.minutes(1)))
    func metrics() async throws {
        try await FaultServer.run { server in
            let reports = Box<[RequestMetrics]>([])
            let metrics = MetricsMiddleware { report in reports.withLock { $0.append(report) } }
            let session = MiddlewareSession(URLSessionNetworkSession(), [metrics])
            let body = HTTPBody.data(Data(count: 5_000))
            let request = NetworkRequest(
                operation: "test.a", method: .post, url: server.url("/slow-head/100"),
                headers: ["Content-Type": body.contentType], body: body)
            _ = try await session.response(for: request)
            _ = try await session.stream(for: NetworkRequest(operation: "test.b", url: server.url("/drip/3/20")))
                .collect(upTo: 10)
            _ = await failure { () throws(NetworkError) in
                try await session.response(for: NetworkRequest(operation: "test.b", url: server.url("/reset")))
            }
            let first = reports.value[0]
            #expect(first.requestID == request.id)
            #expect(first.sends == 1)
            #expect(first.bytesSent == 5_000)
            #expect(first.bytesReceived == 4)
            #expect(first.statusCode == 200)
            let (sent, firstByte) = (try #require(first.sent), try #require(first.firstByte))
            #expect(first.queued <= sent && sent < firstByte && firstByte <= first.done)
            #expect(firstByte - sent >= .milliseconds(90))
            #expect(reports.value[1].done - (reports.value[1].firstByte ?? .zero) >= .milliseconds(35))
            #expect(metrics.byOperation["test.b"]?.requests == 2)
            #expect(metrics.byOperation["test.b"]?.failures == 1)
            #expect(metrics.total.requests == 3)
            #expect(metrics.total.bytesReceived == 7)
        }
    }

    @Test("Metrics count each send of a request", .timeLimit(.minutes(1)))
    func metricsOfRetries() async throws {
        let count = Box(0)
        try await FaultServer.run { connection, _ in
            let number = count.increment()
            try connection.respond(number < 3 ? 503 : 200)
        } _: { server in
            let metrics = MetricsMiddleware()
            let retry = RetryMiddleware(policy: RetryPolicy(base: .milliseconds(1)))
            let session = MiddlewareSession(URLSessionNetworkSession(), [metrics, retry])
            _ = try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/")))
            #expect(metrics.total.sends == 3)
            #expect(metrics.total.requests == 1)
        }
    }

    @Test("A HAR file has what readers need, and only its owner may read it", .timeLimit(.minutes(1)))
    func har() async throws {
        let clock = ManualClock()
        let har = HARRecorder(limit: 2, clock: clock, now: { Date(timeIntervalSince1970: 0.25) })
        let slow = ScriptedSession { (request, _) throws(NetworkError) in
            clock.advance(by: .microseconds(1_250))
            return NetworkResponse(request: request, statusCode: 200, body: Data("{}".utf8))
        }
        let session = MiddlewareSession(slow, [har])
        for page in 1...3 {
            let request = NetworkRequest(
                operation: "test.har", url: try #require(URL(string: "http://h/p?page=\(page)")))
            _ = try await session.response(for: request)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("old and longer than nothing".utf8).write(to: file)
        try har.write(to: file)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let log = try #require(root["log"] as? [String: Any])
        #expect(log["version"] as? String == "1.2")
        #expect((log["creator"] as? [String: Any])?["name"] as? String == "Harmony")
        let entries = try #require(log["entries"] as? [[String: Any]])
        #expect(entries.count == 2)
        let entry = entries[0]
        #expect(entry["startedDateTime"] as? String == "1970-01-01T00:00:00.250Z")
        let request = try #require(entry["request"] as? [String: Any])
        #expect(request["url"] as? String == "http://h/p?page=2")
        for name in ["method", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"] {
            #expect(request[name] != nil, "\(name)")
        }
        let response = try #require(entry["response"] as? [String: Any])
        for name in [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
            "bodySize",
        ] {
            #expect(response[name] != nil, "\(name)")
        }
        let timings = try #require(entry["timings"] as? [String: Double])
        #expect(timings["wait"] == 1.25)
        #expect(timings.filter { $0.value > 0 }.count == 1)
        #expect(entry["time"] as? Double == 1.25)
        #expect(entry["cache"] != nil)
    }

    @Test(
        "cURL text: /bin/sh sends the same bytes", .timeLimit(.minutes(1)),
        arguments: [
            Data("plain".utf8), Data("it's $HOME `id` \\ \"q\" !x\r\n\t@file & ; é %41 [a] {b}".utf8),
            Data((0...255).map { UInt8($0) }),
            Data("@/etc/hostname".utf8), Data("\\101 %s".utf8),
        ])
    func curl(body: Data) async throws {
        let curl = "/usr/bin/curl"
        guard FileManager.default.isExecutableFile(atPath: curl) else { return }
        try await FaultServer.run { server in
            let request = NetworkRequest(
                operation: "test.curl", method: .patch, url: server.url("/echo?q=%27a%27&x[]={1}&$y=`z`"),
                headers: ["X-Quote": "it's $HOME `id`", "X-Empty": "", "Content-Type": "x/y"], body: .data(body))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", request.curlCommand(redaction: nil)]
            process.environment = ["PATH": "/usr/bin:/bin"]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let arrived = try #require(server.requests.first)
            #expect(arrived.method == "PATCH")
            #expect(arrived.target == "/echo?" + (request.url.absoluteString.split(separator: "?").last ?? ""))
            #expect(arrived.body == body)
            #expect(arrived.headers("X-Quote") == ["it's $HOME `id`"])
            #expect(arrived.headers("X-Empty") == [""])
            #expect(arrived.headers("Content-Type") == ["x/y"])
        }
    }
}
