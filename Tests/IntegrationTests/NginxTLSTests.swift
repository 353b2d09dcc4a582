import Foundation
import Networking
import Testing

/// TLS with certificates of an authority that the machine does not know.
@Suite("nginx: TLS", .enabled(if: Nginx.isInstalled, "\(Nginx.missing)"), .timeLimit(.minutes(2)))
struct NginxTLSTests {
    @Test("An unknown authority gives the TLS error, and nothing is sent", arguments: Certificates.Kind.allCases)
    func unknownAuthority(kind: Certificates.Kind) async throws {
        let nginx = try await Nginx.shared.value
        let mark = UUID().uuidString
        let request = NetworkRequest(
            operation: "nginx.tls", method: .post, url: nginx.url(kind, "/seen?\(mark)"),
            headers: ["Authorization": "Bearer secret"], body: .text("secret"))
        let error = await #expect(throws: NetworkError.self) {
            try await URLSessionNetworkSession().response(for: request)
        }
        #expect(error?.kind == .tls && error?.isRetryable == false)
        #expect(error?.description.contains("secret") == false)
        #expect(try await nginx.log(mark) == [])
    }

    @Test("Four refused connections at once all come back")
    func parallel() async throws {
        let request = NetworkRequest(operation: "nginx.tls", url: try await Nginx.shared.value.url(.good, "/small"))
        let session = URLSessionNetworkSession()
        let kinds = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { () -> NetworkError.Kind? in
                    do throws(NetworkError) { _ = try await session.response(for: request) } catch { return error.kind }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds == Array(repeating: .tls, count: 4))
    }

    @Test("A plain server behind https gives the TLS error")
    func plainServer() async throws {
        let url = Nginx.url(try await Nginx.shared.value.ports.main, "/small", scheme: "https")
        let error = await #expect(throws: NetworkError.self) {
            try await URLSessionNetworkSession().response(for: NetworkRequest(operation: "nginx.tls", url: url))
        }
        #expect(error?.kind == .tls)
    }

    /// `URLSession` on Linux takes no authority but those of the system. So the tests of ``TrustedTLSTests`` run in a
    /// process of their own, for which alone another file lies over the system's list.
    @Test(
        "A process that knows the authority gets its answers",
        .enabled(if: Namespace.isAvailable, "a mount namespace cannot be made here"))
    func knownAuthority() async throws {
        let nginx = try await Nginx.shared.value
        let mark = UUID().uuidString
        let servers = TrustedServers(
            good: nginx.url(.good, ""), otherHost: nginx.url(.otherHost, ""), expired: nginx.url(.expired, ""),
            mark: mark)
        let output = try Namespace.runTests(
            "TrustedTLSTests", trusting: nginx.authority, environment: try servers.environment())
        let lines = try await nginx.log(mark)
        #expect(lines.count == 1, "\(output)")
        #expect(lines.first?.contains(" /small?\(mark) 200 ") == true)
    }
}
