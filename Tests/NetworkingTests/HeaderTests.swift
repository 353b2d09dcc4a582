import Foundation
import Networking
import TestSupport
import Testing

@Suite("Headers")
struct HeaderTests {
    @Test(
        "N12: a name that is no token or a value with a control character is refused, for router and defaults alike",
        arguments: [
            ("X-A", "b\r\nX-Evil: 2"), ("X-A", "b\nc"), ("X-A", "b\rc"), ("X-A", "b\0c"), ("X A", "b"), ("", "b"),
            ("X-A\r\nX-Evil", "b"), ("X:A", "b"), ("Ä", "b"),
        ])
    func injection(name: String, value: String) async throws {
        var headers = HTTPHeaders()
        headers.add(value, for: name)
        let base = URL(string: "http://127.0.0.1:9")
        let byRouter = #expect(throws: NetworkError.self) {
            try NetworkRequest(router: TestRouter(headers: headers), configuration: NetworkConfiguration(baseURL: base))
        }
        let byDefault = #expect(throws: NetworkError.self) {
            try NetworkRequest(
                router: TestRouter(), configuration: NetworkConfiguration(baseURL: base, headers: headers))
        }
        for error in [byRouter, byDefault] {
            guard case .invalidHeader(name, _) = error?.kind else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("N12: middleware cannot slip an illegal header in")
    func injectionByMiddleware() async throws {
        try await FaultServer.run { server in
            var request = NetworkRequest(operation: "test.run", url: server.url("/echo"))
            request.headers["X-A"] = "b\r\nX-Evil: 2"
            let session = URLSessionNetworkSession()
            await #expect(throws: NetworkError.self) { try await session.response(for: request) }
            #expect(server.counters.connections == 0)
        }
    }

    @Test("The transport alone writes the length", arguments: ["Content-Length", "transfer-encoding"])
    func framing(name: String) {
        var headers = HTTPHeaders()
        headers[name] = "99"
        #expect(throws: NetworkError.self) { try headers.validate() }
    }

    @Test("N13: a name is found in any case, and keeps its spelling", arguments: ["etag", "ETag", "ETAG"])
    func caseInsensitive(name: String) {
        let headers: HTTPHeaders = ["Etag": "\"1\"", "X-Other": "2"]
        #expect(headers[name] == "\"1\"")
        #expect(headers.map(\.name) == ["Etag", "X-Other"])
    }

    @Test("Several values keep their order; setting replaces all of them in place")
    func values() {
        var headers: HTTPHeaders = ["Accept": "a", "X": "1", "accept": "b"]
        #expect(headers.values(for: "ACCEPT") == ["a", "b"])
        #expect(headers["Accept"] == "a, b")
        headers["accept"] = "c"
        #expect(headers.map(\.name) == ["accept", "X"])
        headers["X"] = nil
        #expect(headers == ["ACCEPT": "c"])
        #expect(headers["X"] == nil)
    }

    @Test("Merging replaces by name and keeps the rest")
    func merging() {
        let base: HTTPHeaders = ["Accept": "a", "Accept": "b", "X": "1"]
        #expect(base.merging(["accept": "c"]) == ["X": "1", "Accept": "c"])
        #expect(base.merging([:]) == base)
    }

    @Test("N15: joined cookies are told apart in spite of the comma in a date")
    func setCookie() async throws {
        try await FaultServer.run { server in
            let request = NetworkRequest(operation: "test.run", url: server.url("/headers/duplicate"))
            let response = try await URLSessionNetworkSession().response(for: request)
            #expect(
                response.headers.values(for: "Set-Cookie") == [
                    "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Path=/",
                ])
        }
    }

    @Test("Case, duplicates and empty values of a response's headers")
    func responseHeaders() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            func headers(_ name: String) async throws -> HTTPHeaders {
                try await session.response(
                    for: NetworkRequest(operation: "test.run", url: server.url("/headers/\(name)"))
                ).headers
            }
            let mixed = try await headers("mixed-case")
            #expect(mixed["ETag"] == "\"v1\"")
            #expect(mixed["X-Lower"] == "yes")
            let duplicate = try await headers("duplicate")
            #expect(duplicate["X-Two"]?.replacing(" ", with: "") == "1,2")
            let empty = try await headers("empty")
            #expect(empty["X-Empty"] == "")
            let long = try await headers("long")
            #expect(long["X-Long"]?.count == 60_000)
        }
    }

    @Test(
        "N17, N18: headers that the platform cannot read give malformedResponse, not retryable",
        arguments: ["/headers/latin1", "/headers/no-space", "/no-reason"])
    func malformed(path: String) async throws {
        try await FaultServer.run { server in
            let request = NetworkRequest(operation: "test.run", url: server.url(path))
            do {
                let response = try await URLSessionNetworkSession().response(for: request)
                #expect(response.statusCode == 200)  // A platform that can read them may.
            } catch let error as NetworkError {
                #expect(error.kind == .malformedResponse)
                #expect(!error.isRetryable)
                #expect(error.underlying != nil)
            }
        }
    }

    @Test("N20: a body always has a type; the router's own wins")
    func contentType() throws {
        let configuration = NetworkConfiguration(baseURL: URL(string: "http://h"))
        func type(_ body: HTTPBody?, _ headers: HTTPHeaders = [:]) throws -> String? {
            let router = TestRouter(methodType: .post, headers: headers, body: body)
            return try NetworkRequest(router: router, configuration: configuration).headers["Content-Type"]
        }
        #expect(try type(.json(["a": 1])) == "application/json")
        #expect(try type(.data(Data())) == "application/octet-stream")
        #expect(try type(.text("x"), ["content-type": "text/csv"]) == "text/csv")
        #expect(try type(nil) == nil)
    }

    @Test(
        "N27: GET and HEAD carry no body, not even an empty one", arguments: [HTTPMethod.get, .head],
        [Data(), Data("x".utf8)])
    func bodyNotAllowed(method: HTTPMethod, body: Data) {
        let error = #expect(throws: NetworkError.self) {
            try NetworkRequest(
                router: TestRouter(methodType: method, body: .data(body)),
                configuration: NetworkConfiguration(baseURL: URL(string: "http://h")))
        }
        #expect(error?.kind == .bodyNotAllowed)
    }

    @Test("A module's configuration lies over the global one")
    func configuration() throws {
        let global = NetworkConfiguration(
            baseURL: URL(string: "http://global"), headers: ["Accept": "a", "X-App": "1"],
            timeouts: NetworkTimeouts(idle: .seconds(5), total: .seconds(9)), maximumBodyBytes: 10)
        let module = NetworkConfiguration(headers: ["accept": "b"], timeouts: NetworkTimeouts(total: .seconds(2)))
        let both = global.overridden(by: module)
        #expect(both.baseURL == global.baseURL)
        #expect(both.headers == ["X-App": "1", "Accept": "b"])
        #expect(both.timeouts == NetworkTimeouts(idle: .seconds(5), total: .seconds(2)))
        #expect(both.maximumBodyBytes == 10)
        let request = try NetworkRequest(
            router: TestRouter(headers: ["x-app": "2"], timeout: .seconds(1)), configuration: both)
        #expect(request.headers == ["Accept": "b", "X-App": "2"])
        #expect(request.timeouts.total == .seconds(1))
    }
}
