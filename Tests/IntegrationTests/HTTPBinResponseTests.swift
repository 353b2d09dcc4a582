import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// What we make of httpbin's answers.
@Suite("httpbin: responses", .enabled(if: HTTPBin.isInstalled, "\(HTTPBin.missing)"), .timeLimit(.minutes(2)))
struct HTTPBinResponseTests {
    private func fetch(
        _ call: Call, _ middleware: [any NetworkMiddleware] = []
    ) async throws -> SuccessResponse {
        try await HTTPBin.shared.value.service(middleware).fetchResponse(call)
    }

    /// The status of an answer that is no success.
    private func refusal(_ call: Call, _ middleware: [any NetworkMiddleware] = []) async throws -> FailureResponse? {
        let error = await #expect(throws: NetworkTransferError.self) { try await fetch(call, middleware) }
        if case .status(let failure) = error { return failure }
        Issue.record("\(String(describing: error))")
        return nil
    }

    @Test("Each coding is taken off", arguments: ["gzip", "deflate", "brotli"])
    func codings(name: String) async throws {
        struct Answer: Decodable {
            var gzipped: Bool?
            var deflated: Bool?
            var brotli: Bool?
        }
        let response = try await fetch(Call(.get, "/\(name)"))
        #expect(response.headers["Content-Encoding"] == (name == "brotli" ? "br" : name))
        let answer = try JSONDecoder().decode(Answer.self, from: response.body)
        #expect(answer.gzipped ?? answer.deflated ?? answer.brotli == true)
    }

    @Test("Text in UTF-8 stays what it is")
    func utf8() async throws {
        let body = try await fetch(Call(.get, "/encoding/utf8")).body
        let text = try #require(String(data: body, encoding: .utf8))
        #expect(text.contains("∮ E⋅da = Q,  n → ∞") && text.contains("ሰማይ አይታረስ ንጉሥ አይከሰስ።"))
    }

    @Test("Bytes stay what they are, with a length and in chunks", arguments: [1, 1_024, 102_400])
    func bytes(count: Int) async throws {
        #expect(try await fetch(Call(.get, "/bytes/\(count)")).body.count == count)
        #expect(try await fetch(Call(.get, "/stream-bytes/\(count)")).body.count == count)
        let letters = Data((0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) })
        #expect(try await fetch(Call(.get, "/range/\(count)")).body == letters)
    }

    @Test(
        "Redirects of each kind lead to the end",
        arguments: ["/redirect/4", "/relative-redirect/4", "/absolute-redirect/4"])
    func redirects(path: String) async throws {
        #expect(try await fetch(Call(.get, path)).url.path == "/get")
    }

    @Test("N58: 307 and 308 send the body again, 301 to 303 drop it with what describes it")
    func redirectedBodies() async throws {
        let service = try await HTTPBin.shared.value.service()
        for status in [301, 302, 303, 307, 308] {
            let query = [("url", "/anything"), ("status_code", "\(status)")].map { URLQueryItem(name: $0, value: $1) }
            let echo = try await service.fetchCodable(
                Echo.self, Call(.post, "/redirect-to", query: query, body: .json(["a": "b"])))
            #expect(echo.method == (status < 307 ? "GET" : "POST"))
            #expect(echo.json == (status < 307 ? nil : ["a": "b"]))
            #expect(echo.headers["Content-Type"] == (status < 307 ? nil : "application/json"))
        }
    }

    @Test("Entity tags: 304 is no success but a status, 412 too")
    func entityTags() async throws {
        #expect(try await fetch(Call(.get, "/etag/v1")).headers["ETag"] != nil)
        #expect(try await refusal(Call(.get, "/etag/v1", headers: ["If-None-Match": "\"v1\""]))?.statusCode == 304)
        #expect(try await refusal(Call(.get, "/etag/v1", headers: ["If-Match": "\"v2\""]))?.statusCode == 412)
        #expect(try await refusal(Call(.get, "/cache", headers: ["If-None-Match": "x"]))?.statusCode == 304)
    }

    @Test("Ranges and whole downloads have the same bytes")
    func ranges() async throws {
        let part = try await fetch(Call(.get, "/range/20000", headers: ["Range": "bytes=1000-1999"]))
        #expect(part.statusCode == 206 && part.headers["Content-Range"] == "bytes 1000-1999/20000")
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "range")
            let call = Call(.get, "/range/20000", query: [URLQueryItem(name: "chunk_size", value: "512")])
            try await HTTPBin.shared.value.service().download(call, to: file)
            let whole = try Data(contentsOf: file)
            #expect(whole.count == 20_000 && whole[1_000..<2_000] == part.body)
        }
    }

    @Test("Repeated fields keep their values; cookies are shown and never kept")
    func fields() async throws {
        let query = [("X-Two", "1"), ("X-Two", "2"), ("Link", "</next>; rel=\"next\"")]
            .map { URLQueryItem(name: $0, value: $1) }
        let headers = try await fetch(Call(.get, "/response-headers", query: query)).headers
        #expect(headers["X-Two"] == "1, 2" && headers["Link"] == "</next>; rel=\"next\"")
        struct Cookies: Decodable { var cookies: [String: String] }
        let service = try await HTTPBin.shared.value.service()
        let cookies: Cookies = try await service.get("/cookies/set", query: [URLQueryItem(name: "a", value: "1")])
        #expect(cookies.cookies == [:])
    }

    @Test("Statuses that pass are tried again, others are not")
    func retries() async throws {
        let metrics = MetricsMiddleware()
        let policy = RetryPolicy(attempts: 60, base: .milliseconds(1), cap: .milliseconds(5))
        let retry = RetryMiddleware(policy: policy, budget: nil)
        #expect(try await fetch(Call(.get, "/status/200,500,503"), [retry]).statusCode == 200)
        #expect(try await refusal(Call(.get, "/status/404"), [metrics, retry])?.statusCode == 404)
        #expect(metrics.total.sends == 1)
        let three = RetryMiddleware(policy: RetryPolicy(attempts: 3, base: .milliseconds(1)))
        #expect(try await refusal(Call(.get, "/status/503"), [metrics, three])?.statusCode == 503)
        #expect(metrics.total.sends == 4)
        #expect(try await refusal(Call(.post, "/status/503"), [metrics, three])?.statusCode == 503)
        #expect(metrics.total.sends == 5)
    }
}
