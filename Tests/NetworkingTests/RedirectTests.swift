import Foundation
import Networking
import TestSupport
import Testing

/// A session that answers from a closure and keeps what it was asked.
struct ScriptedSession: NetworkSession {
    let requests = Box<[NetworkRequest]>([])
    let answer: @Sendable (NetworkRequest, Int) async throws(NetworkError) -> NetworkResponse

    init(_ answer: @escaping @Sendable (NetworkRequest, Int) async throws(NetworkError) -> NetworkResponse) {
        self.answer = answer
    }

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let index = requests.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        return try await answer(request, index)
    }
}

/// What a call failed with, or `nil`.
func failure<T>(_ body: () async throws(NetworkError) -> T) async -> NetworkError? {
    do throws(NetworkError) {
        _ = try await body()
        return nil
    } catch { return error }
}

@Suite("Redirects")
struct RedirectTests {
    private func follow(
        _ request: NetworkRequest, _ hops: [(status: Int, location: String?)]
    ) async throws(NetworkError) -> (response: NetworkResponse, requests: [NetworkRequest]) {
        let session = ScriptedSession { (request, index) throws(NetworkError) in
            guard index < hops.count else { return NetworkResponse(request: request, statusCode: 200) }
            let headers: HTTPHeaders = hops[index].location.map { ["Location": $0] } ?? [:]
            return NetworkResponse(request: request, statusCode: hops[index].status, headers: headers)
        }
        let response = try await MiddlewareSession(session, [RedirectMiddleware()]).response(for: request)
        return (response, session.requests.value)
    }

    private func request(
        _ method: HTTPMethod = .get, _ url: String = "http://a/dir/page?x=1", body: HTTPBody? = nil,
        headers: HTTPHeaders = [:]
    ) throws -> NetworkRequest {
        NetworkRequest(
            operation: "test.redirect", method: method, url: try #require(URL(string: url)), headers: headers,
            body: body)
    }

    @Test(
        "N58: method and body by status",
        arguments: [301, 302, 303, 307, 308], [HTTPMethod.get, .head, .post, .put, .delete])
    func methods(status: Int, method: HTTPMethod) async throws {
        let body: HTTPBody? = method.allowsBody ? .text("payload") : nil
        let first = try request(method, body: body, headers: ["Content-Type": "text/plain", "Accept": "a"])
        let (_, requests) = try await follow(first, [(status, "/next")])
        let next = try #require(requests.last)
        let becomesGet = status == 303 ? method != .head : (status < 303 && method == .post)
        #expect(next.method == (becomesGet ? .get : method))
        #expect(next.body?.data == (becomesGet ? nil : body?.data))
        #expect((next.headers["Content-Type"] == nil) == becomesGet)
        #expect(next.headers["Accept"] == "a")
        #expect(next.id == first.id)
    }

    @Test(
        "References are resolved by RFC 3986 §5.4",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("g;x?y", "http://a/b/c/g;x?y"),
            (";x", "http://a/b/c/;x"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../../g", "http://a/g"), ("/../g", "http://a/g"), ("g#s", "http://a/b/c/g"),
            ("a%2Fb", "http://a/b/c/a%2Fb"),
            ("é x", "http://a/b/c/%C3%A9%20x"), ("http://b:8080/p?q=%20", "http://b:8080/p?q=%20"),
            ("", "http://a/b/c/d;p?q"),
        ])
    func resolution(location: String, expected: String) async throws {
        // A POST turns into a GET, so that a reference to the same document is no loop.
        let (response, requests) = try await follow(request(.post, "http://a/b/c/d;p?q"), [(303, location)])
        #expect(requests.last?.url.absoluteString == expected)
        #expect(response.url.absoluteString == expected)
    }

    @Test(
        "N56, N57: credentials and sensitive headers stay with their origin",
        arguments: [
            ("/x", true), ("http://a:80/x", true), ("HTTP://A/x", true), ("http://b/x", false),
            ("http://a:81/x", false),
            ("https://a/x", false), ("//a.evil/x", false),
        ])
    func origins(location: String, isSame: Bool) async throws {
        let secret: HTTPHeaders = [
            "Authorization": "Bearer SECRET", "Cookie": "s=SECRET", "Proxy-Authorization": "SECRET",
            "X-Api-Key": "SECRET", "X-Auth-Token": "SECRET", "Host": "a",
        ]
        let first = try request(.get, "http://a/dir", headers: secret.merging(["Accept": "a"]))
        let next = try #require(try await follow(first, [(302, location)]).requests.last)
        #expect(next.headers == (isSame ? first.headers : ["Accept": "a"]))
    }

    @Test("N57: secrets do not come back when the way leads home again")
    func thereAndBack() async throws {
        let first = try request(.get, "http://a/1", headers: ["Authorization": "SECRET"])
        let requests = try await follow(first, [(302, "http://b/2"), (302, "http://a/3")]).requests
        #expect(requests.map { $0.headers["Authorization"] } == ["SECRET", nil, nil])
    }

    @Test("N57: stepping down from https, circles, endless chains and other schemes are refused")
    func refused() async throws {
        let secure = try request(.get, "https://a/")
        let plain = try request()
        func kind(_ request: NetworkRequest, _ hops: [(Int, String?)]) async -> NetworkError.Kind? {
            await failure { () throws(NetworkError) in try await follow(request, hops) }?.kind
        }
        #expect(await kind(secure, [(301, "http://a/")]) == .redirect(.downgrade))
        #expect(await kind(plain, [(301, "/b"), (301, "/a"), (301, "/b")]) == .redirect(.loop))
        #expect(await kind(plain, (0..<30).map { (302, "/\($0)") }) == .redirect(.tooMany(limit: 20)))
        for target in [
            "ftp://a/", "file:///etc/passwd", "http://user:pass@a/", "http:///x", "http://h h/", "javascript:1",
        ] {
            #expect(await kind(plain, [(302, target)]) == .redirect(.invalidTarget), "\(target)")
        }
    }

    @Test("N32: a body that can be sent once is not sent twice, but may be left behind")
    func oneShot() async throws {
        let body = HTTPBody.oneShot(contentType: "x/y") {
            AsyncThrowingStream<Data, any Error> { $0.finish() }
        }
        let first = try request(.post, body: body)
        let error = await failure { () throws(NetworkError) in try await follow(first, [(307, "/b")]) }
        #expect(error?.kind == .bodyNotReplayable)
        #expect(error?.requestID == first.id)
        #expect(try await follow(first, [(303, "/b")]).response.statusCode == 200)
    }

    @Test(
        "Without Location, and for other 3xx, the response is the answer",
        arguments: [(302, nil), (304, "/x"), (300, "/x")])
    func notFollowed(status: Int, location: String?) async throws {
        let (response, requests) = try await follow(request(), [(status, location)])
        #expect(response.statusCode == status)
        #expect(requests.count == 1)
    }

    @Test(
        "Over a connection: 307 brings the body again, and another port gets no secret",
        arguments: [301, 302, 303, 307, 308])
    func overTheWire(status: Int) async throws {
        try await FaultServer.run { other in
            try await FaultServer.run { server in
                let target = try #require(
                    other.url("/echo").absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                var request = NetworkRequest(
                    operation: "test.run", method: .post, url: server.url("/redirect/\(status)?to=\(target)"),
                    headers: ["Authorization": "Bearer SECRET", "Content-Type": "text/plain"], body: .text("payload"))
                request.headers["X-Plain"] = "kept"
                let response = try await URLSessionNetworkSession().response(for: request)
                let echo = try JSONDecoder().decode(FaultServer.Request.Echo.self, from: response.body)
                #expect(echo.method == (status < 307 ? "GET" : "POST"))
                #expect(echo.body == Data((status < 307 ? "" : "payload").utf8))
                #expect(echo.values("Authorization") == [])
                #expect(echo.values("X-Plain") == ["kept"])
                #expect(server.counters.requests == 1 && other.counters.requests == 1)
                #expect(response.url == other.url("/echo"))
                // Without the middleware the 3xx itself is the answer.
                let raw = try await URLSessionNetworkSession(redirects: nil).response(for: request)
                #expect(raw.statusCode == status)
            }
        }
    }
}
