import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// The challenges of httpbin, the ones at which `URLSession` on Linux hangs or ends the process.
@Suite("httpbin: authentication", .enabled(if: HTTPBin.isInstalled, "\(HTTPBin.missing)"), .timeLimit(.minutes(2)))
struct HTTPBinAuthenticationTests {
    private struct Answer: Decodable, Sendable {
        var authenticated: Bool
        var user: String?
        var token: String?
    }

    private func fetch(_ path: String, _ middleware: [any NetworkMiddleware] = []) async throws -> Answer {
        try await HTTPBin.shared.value.service(middleware).get(path)
    }

    @Test(
        "A 401 of any scheme comes back, once",
        arguments: ["/basic-auth/ann/secret", "/bearer", "/digest-auth/auth/ann/secret", "/status/401"])
    func unauthorized(path: String) async throws {
        let error = await #expect(throws: NetworkTransferError.self) { try await fetch(path) }
        guard case .status(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.statusCode == 401)
        #expect(failure.headers["WWW-Authenticate"] != nil)
    }

    @Test("Basic credentials open the door, wrong ones do not")
    func basic() async throws {
        func door(_ token: String) -> AuthenticationMiddleware {
            AuthenticationMiddleware(credential: Credential(token: token), apply: AuthenticationMiddleware.basic) {
                _ in throw URLError(.userAuthenticationRequired)
            }
        }
        let answer = try await fetch("/basic-auth/ann/se%3Acret", [door("ann:se:cret")])
        #expect(answer.authenticated && answer.user == "ann")
        #expect(try await fetch("/hidden-basic-auth/ann/secret", [door("ann:secret")]).authenticated)
        let error = await #expect(throws: NetworkTransferError.self) {
            try await fetch("/basic-auth/ann/secret", [door("ann:wrong")])
        }
        guard case .noResponse(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.kind == .authentication)
    }

    @Test("A bearer token arrives")
    func bearer() async throws {
        let middleware = AuthenticationMiddleware(credential: Credential(token: "t-1")) { $0 }
        #expect(try await fetch("/bearer", [middleware]).token == "t-1")
    }

    @Test("N39: thirty requests refused together make one refresh, and all get through")
    func refresh() async throws {
        let refreshes = Box(0)
        let middleware = AuthenticationMiddleware(
            credential: Credential(token: "ann:old"), apply: AuthenticationMiddleware.basic
        ) { _ in
            refreshes.increment()
            return Credential(token: "ann:secret")
        }
        let service = try await HTTPBin.shared.value.service([middleware])
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { () -> Answer in try await service.get("/basic-auth/ann/secret") }
            }
            return try await group.reduce(into: []) { $0.append($1.authenticated) }
        }
        #expect(answers == Array(repeating: true, count: 30))
        #expect(refreshes.value == 1)
    }
}
