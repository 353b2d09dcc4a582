import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// What nginx does when it, or what is behind it, is in trouble.
@Suite("nginx: faults", .enabled(if: Nginx.isInstalled, "\(Nginx.missing)"), .timeLimit(.minutes(2)))
struct NginxFaultTests {
    private func retrying(_ attempts: Int) -> MiddlewareSession {
        let policy = RetryPolicy(attempts: attempts, base: .milliseconds(1))
        return MiddlewareSession(URLSessionNetworkSession(), [RetryMiddleware(policy: policy)])
    }

    private func request(
        _ path: String, _ method: HTTPMethod = .get, _ timeouts: NetworkTimeouts = NetworkTimeouts()
    ) async throws -> NetworkRequest {
        let url = try await Nginx.shared.value.url(path)
        return NetworkRequest(operation: "nginx.fault", method: method, url: url, timeouts: timeouts)
    }

    private func log(_ mark: String) async throws -> [String] {
        try await Nginx.shared.value.log(mark)
    }

    @Test("The rate limit lets one of eight through; the others get 429 and the wait that is asked for")
    func rateLimit() async throws {
        let request = try await request("/once-a-minute?key=\(UUID())")
        let session = URLSessionNetworkSession()
        let responses = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await session.response(for: request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.map(\.statusCode).sorted() == [200] + Array(repeating: 429, count: 7))
        #expect(responses.allSatisfy { $0.headers["Retry-After"] == "1" })
    }

    @Test("Under a rate limit, retries wait as long as the server asks, and all get through")
    func retryAfter() async throws {
        let path = "/once-a-second?key=\(UUID())"
        let request = try await request(path)
        let session = retrying(20)
        let start = ContinuousClock.now
        let statuses = try await withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { try await session.response(for: request).statusCode } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200])
        let refused = try await log(path).filter { $0.contains(" 429 ") }
        #expect(!refused.isEmpty)
        #expect(ContinuousClock.now - start >= .seconds(1))
    }

    @Test("A server that stays busy gets as many requests as the policy allows, and its answer is given")
    func busy() async throws {
        let path = "/busy?\(UUID())"
        let response = try await retrying(3).response(for: request(path))
        #expect(response.statusCode == 503 && response.body == Data("busy".utf8))
        #expect(try await log(path).count == 3)
    }

    @Test("A connection closed without an answer is lost: GET is sent again, POST is not")
    func closed() async throws {
        for (method, count) in [(HTTPMethod.get, 3), (.post, 1)] {
            let path = "/closed?\(UUID())"
            let request = try await request(path, method)
            let error = await #expect(throws: NetworkError.self) { try await retrying(3).response(for: request) }
            #expect(error?.kind == .connectionLost)
            #expect(try await log(path).count == count)
        }
    }

    @Test("A gateway whose upstream is down or hangs answers with a status, which a retry may cure")
    func gateway() async throws {
        let base = try await Nginx.shared.value.url("")
        let service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: base), session: URLSessionNetworkSession())
        for (path, status) in [("/down", 502), ("/hung", 504)] {
            let error = await #expect(throws: NetworkTransferError.self) { () -> SuccessResponse in
                try await service.get(path)
            }
            guard case .status(let failure) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(failure.statusCode == status && error?.isRetryable == true)
            #expect(String(decoding: failure.body, as: UTF8.self).contains("\(status)"))
        }
    }

    @Test("Nobody at the port: it cannot connect")
    func refused() async throws {
        let url = Nginx.url(try await Nginx.shared.value.ports.dead, "/")
        let error = await #expect(throws: NetworkError.self) {
            try await URLSessionNetworkSession().response(for: NetworkRequest(operation: "nginx.dead", url: url))
        }
        #expect(error?.kind == .cannotConnect && error?.isRetryable == true)
    }

    @Test("A body that stops coming meets the idle deadline, one that comes too slowly the total one")
    func deadlines() async throws {
        let nginx = try await Nginx.shared.value
        try FaultServer.pattern(1_000_000).write(to: nginx.file("large"))
        let cases: [(String, NetworkTimeouts, NetworkError.Deadline)] = [
            ("/stall/large", NetworkTimeouts(idle: .milliseconds(400)), .idle),
            ("/slow/large", NetworkTimeouts(idle: .seconds(30), total: .milliseconds(1_500)), .total),
        ]
        for (path, timeouts, deadline) in cases {
            let request = try await request(path, .get, timeouts)
            let start = ContinuousClock.now
            let error = await #expect(throws: NetworkError.self) {
                try await URLSessionNetworkSession().response(for: request)
            }
            #expect(error?.kind == .timeout(deadline))
            // Without the deadline each of them would take ten seconds or more.
            #expect(ContinuousClock.now - start < .seconds(8))
        }
    }
}
