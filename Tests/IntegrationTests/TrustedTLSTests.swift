import Foundation
import Networking
import Testing

/// The servers, handed over in the environment.
struct TrustedServers: Codable {
    var good: URL
    var otherHost: URL
    var expired: URL
    /// Tells this run's requests from others in the log.
    var mark: String

    private static let name = "HARMONY_TRUSTED_TLS"

    static let given = ProcessInfo.processInfo.environment[name]
        .flatMap { try? JSONDecoder().decode(TrustedServers.self, from: Data($0.utf8)) }

    func environment() throws -> [String: String] {
        [Self.name: String(decoding: try JSONEncoder().encode(self), as: UTF8.self)]
    }
}

/// Run by ``NginxTLSTests`` in a process that trusts the tests' own authority; skipped everywhere else.
@Suite(
    "nginx: trusted TLS",
    .enabled(if: TrustedServers.given != nil, "run by NginxTLSTests, in a process of its own"),
    .timeLimit(.minutes(1)))
struct TrustedTLSTests {
    private func send(_ base: URL, _ path: String) async throws -> NetworkResponse {
        let url = try #require(URL(string: base.absoluteString + path))
        return try await URLSessionNetworkSession().response(for: NetworkRequest(operation: "tls.send", url: url))
    }

    @Test("A trusted server answers")
    func trusted() async throws {
        let servers = try #require(TrustedServers.given)
        let response = try await send(servers.good, "/small?\(servers.mark)")
        #expect(response.statusCode == 200 && response.body == Data(Nginx.small.utf8))
    }

    @Test("A certificate for another host, or one that has expired, is refused even so")
    func invalid() async throws {
        let servers = try #require(TrustedServers.given)
        for base in [servers.otherHost, servers.expired] {
            let error = await #expect(throws: NetworkError.self) { try await send(base, "/small?\(servers.mark)") }
            #expect(error?.kind == .tls)
        }
    }

    @Test("N57: a redirect from https to http is refused")
    func downgrade() async throws {
        let servers = try #require(TrustedServers.given)
        let error = await #expect(throws: NetworkError.self) { try await send(servers.good, "/downgrade") }
        #expect(error?.kind == .redirect(.downgrade))
    }
}
