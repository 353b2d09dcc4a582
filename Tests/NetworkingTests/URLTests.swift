import Foundation
import Networking
import TestSupport
import Testing

/// A router of a test: everything with a default.
struct TestRouter: NetworkRequestRouter {
    var operation = "test.run"
    var path = ""
    var methodType = HTTPMethod.get
    var headers: HTTPHeaders = [:]
    var body: HTTPBody?
    var queryItems: [URLQueryItem] = []
    var queryEncoding = PercentEncoding.Query.standard
    var baseURL: URL?
    var fullURL: URL?
    var timeout: Duration?
}

@Suite("URL and query")
struct URLTests {
    private func url(
        _ base: String, _ path: String, _ items: [URLQueryItem] = [], _ encoding: PercentEncoding.Query = .standard
    ) throws -> String {
        let configuration = NetworkConfiguration(baseURL: URL(string: base))
        let router = TestRouter(path: path, queryItems: items, queryEncoding: encoding)
        return try NetworkRequest(router: router, configuration: configuration).url.absoluteString
    }

    @Test("N1: a path brings its query along")
    func pathWithQuery() throws {
        #expect(try url("http://h/v1", "items?page=2") == "http://h/v1/items?page=2")
    }

    @Test(
        "N2: an empty path leaves the base as it is",
        arguments: ["http://h/x?q", "http://h", "http://h/v1/", "http://h/?a=%20b"])
    func emptyPath(base: String) throws {
        #expect(try url(base, "") == base)
    }

    @Test("N3: one slash at the joint, the last slash as given", arguments: ["v1", "v1/", "v1//"], ["a", "/a", "//a"])
    func slashes(base: String, path: String) throws {
        #expect(try url("http://h/\(base)", path) == "http://h/v1/a")
        #expect(try url("http://h/\(base)", path + "/") == "http://h/v1/a/")
    }

    @Test("N3: a slash that carries an accent is one slash")
    func accentedSlash() throws {
        #expect(try url("http://h/v1", "/\u{301}a") == "http://h/v1/%CC%81a")
    }

    @Test("N4: a segment is escaped once; what is escaped stays")
    func segments() throws {
        #expect(try url("http://h", "x/\(PercentEncoding.segment("a/b"))") == "http://h/x/a%2Fb")
        #expect(try url("http://h", "x/a%2Fb") == "http://h/x/a%2Fb")
        #expect(try url("http://h", "50%/é x#y") == "http://h/50%25/%C3%A9%20x%23y")
        #expect(try url("http://h/v1", "a/\(PercentEncoding.segment("..")))") == "http://h/v1/a/%2E%2E)")
    }

    @Test("N5: plus, ampersand and other marks in a value arrive as themselves")
    func queryValues() throws {
        let items = [URLQueryItem(name: "q", value: "a+b&c=d é/?;#")]
        #expect(try url("http://h/", "", items) == "http://h/?q=a%2Bb%26c%3Dd%20%C3%A9%2F%3F%3B%23")
    }

    @Test("N6: a literal plus for spaces is to be asked for")
    func plusForSpace() throws {
        let items = [URLQueryItem(name: "q", value: "a+b c")]
        #expect(try url("http://h/p", "", items, .plusForSpace) == "http://h/p?q=a+b+c")
        #expect(try url("http://h/p", "", items) == "http://h/p?q=a%2Bb%20c")
    }

    @Test("N7: any scalar in names and values survives the round trip")
    func roundTrip() throws {
        var generator = SplitMix64(seed: 7)
        // All of the plane that holds nearly every script, and every 64th beyond.
        let scalars = (Array(0...0xFFFF) + stride(from: 0x10000, through: 0x10FFFF, by: 64)).compactMap(
            Unicode.Scalar.init)
        for start in stride(from: 0, to: scalars.count, by: 4_096) {
            let text = String(String.UnicodeScalarView(scalars[start..<min(start + 4_096, scalars.count)]))
            let cut = text.unicodeScalars.index(
                text.unicodeScalars.startIndex,
                offsetBy: Int.random(in: 1..<min(4_096, scalars.count - start), using: &generator))
            let item = URLQueryItem(
                name: String(text.unicodeScalars[..<cut]), value: String(text.unicodeScalars[cut...]))
            let query = PercentEncoding.query([item])
            let pair = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(query.utf8.allSatisfy { $0 > 32 && $0 < 127 })
            #expect(pair.count == 2 && !query.contains("&") && !query.contains("+"))
            #expect(
                Array(pair[0].removingPercentEncoding.map(\.unicodeScalars) ?? "".unicodeScalars)
                    == Array(item.name.unicodeScalars))
            #expect(
                Array(pair[1].removingPercentEncoding.map(\.unicodeScalars) ?? "".unicodeScalars)
                    == Array((item.value ?? "").unicodeScalars))
        }
    }

    @Test("N8: the query that is there comes first, and duplicates stay")
    func existingQuery() throws {
        let items = [
            URLQueryItem(name: "b", value: "2"), URLQueryItem(name: "a", value: "3"),
            URLQueryItem(name: "flag", value: nil),
        ]
        #expect(try url("http://h/v1?a=1", "items?p=0", items) == "http://h/v1/items?a=1&p=0&b=2&a=3&flag")
    }

    @Test("N9: only unreserved characters stay in a value")
    func allowedSet() {
        let kept = (0..<128).map { String(UnicodeScalar(UInt8($0))) }.filter {
            PercentEncoding.queryComponent($0) == $0
        }
        #expect(kept.joined() == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
    }

    @Test(
        "N10: what is no plain http URL is refused, and nothing is sent",
        arguments: [
            "http://a@b:c", "foo://x", "http:///p", "http://h h/", "http://h:99999/", "http://h:/p:x", "//h/p", "h/p",
            "http://user:pass@h/", "http://h\\evil/", "ftp://h/", "http://h%00/", "http://[::1", "http://[]/",
            "http://[1:2]/", "", "http://h:80:80/", "http://h:+80/", "http://h:0/", "http://h:65536/", "http://h:8o/",
            "http://h:18446744073709551697/", "http://[::1]x/", "http://[::1]:/", "http://[::1%25lo]/",
            "http://a%41b/", "https:/h/", "http://?q", "http://#f",
        ])
    func invalid(text: String) async throws {
        // A URL that Foundation does not take cannot reach the layer as a URL; one that it takes must be refused.
        guard let base = URL(string: text) else { return }
        let router = TestRouter(fullURL: base)
        let error = #expect(throws: NetworkError.self) {
            try NetworkRequest(router: router, configuration: NetworkConfiguration())
        }
        guard case .invalidURL = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        let session = URLSessionNetworkSession()
        await #expect(throws: NetworkError.self) {
            try await session.response(for: NetworkRequest(operation: "test.run", url: base))
        }
    }

    @Test(
        "IPv6 literals, ports, long hosts are fine",
        arguments: [
            "http://[::1]:8080/", "http://[::1]", "https://a-b.example_x.org/", "HTTP://H/", "http://h:65535?q",
            "https://h:00443/x",
        ])
    func valid(text: String) throws {
        #expect(try url(text, "") == text)
    }

    @Test("N11: a form is escaped by the same table")
    func form() {
        let items = [URLQueryItem(name: "q", value: "a+b&c=d é/?;#"), URLQueryItem(name: "x", value: "")]
        let body = HTTPBody.form(items)
        #expect(body.data == Data("q=a%2Bb%26c%3Dd%20%C3%A9%2F%3F%3B%23&x=".utf8))
        #expect(body.contentType == "application/x-www-form-urlencoded")
    }

    @Test("A missing base is its own error")
    func missingBase() {
        let error = #expect(throws: NetworkError.self) {
            try NetworkRequest(router: TestRouter(path: "x"), configuration: NetworkConfiguration())
        }
        #expect(error?.kind == .missingBaseURL)
        #expect(error?.operation == "test.run")
    }

    @Test("A router's base goes before the configuration's, its full URL before both")
    func precedence() throws {
        let configuration = NetworkConfiguration(baseURL: URL(string: "http://global/v1"))
        let own = TestRouter(path: "x", baseURL: URL(string: "http://own"))
        let full = TestRouter(
            path: "ignored", queryItems: [URLQueryItem(name: "k", value: "v")], baseURL: URL(string: "http://own"),
            fullURL: URL(string: "http://full/a?b=1#part"))
        #expect(try NetworkRequest(router: own, configuration: configuration).url.absoluteString == "http://own/x")
        #expect(
            try NetworkRequest(router: full, configuration: configuration).url.absoluteString == "http://full/a?b=1&k=v"
        )
    }
}
