import Foundation
import Networking
import Testing

/// Redirects of nginx, within an origin and to another port.
@Suite("nginx: redirects", .enabled(if: Nginx.isInstalled, "\(Nginx.missing)"), .timeLimit(.minutes(2)))
struct NginxRedirectTests {
    private static let secrets: HTTPHeaders = [
        "Authorization": "Bearer secret", "Cookie": "session=secret", "X-API-Key": "secret", "X-Trace": "t1",
    ]

    private func send(
        _ path: String, _ method: HTTPMethod = .get, _ redirects: RedirectMiddleware? = RedirectMiddleware()
    ) async throws -> (text: String, response: NetworkResponse) {
        let request = NetworkRequest(
            operation: "nginx.redirect", method: method, url: try await Nginx.shared.value.url(path),
            headers: Self.secrets, body: method.allowsBody ? .text("body") : nil)
        let response = try await URLSessionNetworkSession(redirects: redirects).response(for: request)
        return (String(decoding: response.body, as: UTF8.self), response)
    }

    @Test("N56, N57: another port is another origin: credentials stay behind, other headers go along")
    func otherOrigin() async throws {
        let (text, response) = try await send("/away/temporary")
        #expect(text == "GET||||t1")
        #expect(response.url.port == (try await Nginx.shared.value.ports.other))
    }

    @Test("N56: within the origin credentials go along")
    func sameOrigin() async throws {
        #expect(try await send("/here/keep").text == "GET|Bearer secret|session=secret|secret|t1")
    }

    @Test("N58: the method is kept by 307 and 308, and becomes GET by 302 and 303")
    func methods() async throws {
        #expect(try await send("/away/keep", .post).text.hasPrefix("POST|"))
        #expect(try await send("/here/keep", .put).text.hasPrefix("PUT|"))
        #expect(try await send("/away/temporary", .post).text.hasPrefix("GET|"))
        #expect(try await send("/away/see-other", .put).text.hasPrefix("GET|"))
    }

    @Test("A circle and an endless way end with their own errors")
    func endless() async throws {
        let loop = await #expect(throws: NetworkError.self) { try await send("/circle") }
        #expect(loop?.kind == .redirect(.loop))
        let endless = await #expect(throws: NetworkError.self) {
            try await send("/deeper/", .get, RedirectMiddleware(limit: 5))
        }
        #expect(endless?.kind == .redirect(.tooMany(limit: 5)))
    }

    @Test("Without the middleware the caller gets the redirect itself")
    func unfollowed() async throws {
        let response = try await send("/away/temporary", .get, nil).response
        #expect(response.statusCode == 302)
        #expect(response.headers["Location"]?.hasSuffix("/seen") == true)
    }
}
