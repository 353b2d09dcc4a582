import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// What httpbin sees of our requests.
@Suite("httpbin: requests", .enabled(if: HTTPBin.isInstalled, "\(HTTPBin.missing)"), .timeLimit(.minutes(2)))
struct HTTPBinRequestTests {
    private func echo(_ call: Call) async throws -> Echo {
        try await HTTPBin.shared.value.service().fetchCodable(Echo.self, call)
    }

    @Test("Each method arrives", arguments: [HTTPMethod.get, .post, .put, .patch, .delete])
    func methods(method: HTTPMethod) async throws {
        #expect(try await echo(Call(method, "/anything/here")).method == method.rawValue)
        // Its own route answers 405 to any other method.
        let own = try await HTTPBin.shared.value.service().fetchResponse(
            Call(method, "/\(method.rawValue.lowercased())"))
        #expect(own.statusCode == 200)
    }

    @Test("The verbs of the service arrive as what they are called")
    func verbs() async throws {
        let service = try await HTTPBin.shared.value.service()
        let query = [URLQueryItem(name: "q", value: "1")]
        let calls: [Echo] = [
            try await service.get("/anything", query: query), try await service.post("/anything"),
            try await service.put("/anything"), try await service.patch("/anything"),
            try await service.delete("/anything", query: query),
        ]
        #expect(calls.map(\.method) == ["GET", "POST", "PUT", "PATCH", "DELETE"])
        #expect(calls.map(\.args) == [["q": ["1"]], [:], [:], [:], ["q": ["1"]]])
    }

    @Test("Query items arrive as they were, whatever is in them")
    func query() async throws {
        let values = ["a b", "a+b", "a&b=c", "100%", "%41", "é ü 漢字 🎈", "", "/?:@#[]", "\"'<>\\^`{|}"]
        let items = values.enumerated().map { URLQueryItem(name: "n\($0)", value: $1) }
        let repeated = ["1", "2", "1"].map { URLQueryItem(name: "list[]", value: $0) }
        let args = try await echo(Call(.get, "/anything", query: items + repeated)).args
        for (item, value) in zip(items, values) { #expect(args[item.name]?.all == [value]) }
        #expect(args["list[]"] == ["1", "2", "1"])
        #expect(args.count == values.count + 1)
    }

    @Test("A path segment arrives as one, whatever is in it")
    func path() async throws {
        let segment = "a b+c/d?e#f&g=é"
        let echo = try await echo(Call(.get, "/anything/\(PercentEncoding.segment(segment))"))
        #expect(echo.args == [:])
        #expect(echo.url.removingPercentEncoding?.hasSuffix("/anything/\(segment)") == true)
    }

    @Test("Headers arrive; of our own accord none goes that tells who we are to a third party")
    func headers() async throws {
        let headers = try await echo(Call(.get, "/anything", headers: ["X-One": "1, 2", "aCCept": "text/x"])).headers
        #expect(headers["X-One"] == "1, 2")
        #expect(headers["Accept"] == "text/x")
        #expect(headers["Cookie"] == nil && headers["Authorization"] == nil && headers["Referer"] == nil)
        #expect(headers["Content-Type"] == nil)
    }

    @Test("A JSON body arrives as the value it was")
    func json() async throws {
        let value = ["name": "é \"quoted\" \u{1F388}", "line": "a\nb", "slash": "/"]
        let echo = try await echo(Call(.post, "/anything", body: .json(value)))
        #expect(echo.json == value)
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test("A form arrives as the fields it was")
    func form() async throws {
        let items = [("a", "1 + 1 = 2"), ("b", "é&ü"), ("list", "x"), ("list", "y"), ("empty", "")]
            .map { URLQueryItem(name: $0, value: $1) }
        let form = try await echo(Call(.post, "/anything", body: .form(items))).form
        #expect(form == ["a": ["1 + 1 = 2"], "b": ["é&ü"], "list": ["x", "y"], "empty": [""]])
    }

    @Test("A multipart form arrives with its fields and its files, from memory and from disk")
    func multipart() async throws {
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "é \"file\".txt")
            let text = String(repeating: "line of a file\r\n--not-the-boundary\r\n", count: 5_000)
            try Data(text.utf8).write(to: file)
            let parts: [MultipartPart] = [
                .field("title", "é & ü\r\nnext line"), .field("say \"hi\"", "quoted"),
                .data("small", Data("in memory".utf8), fileName: "small.txt", contentType: "text/plain"),
                .file("large", file, contentType: "text/plain"),
            ]
            let echo = try await echo(Call(.post, "/anything", body: .multipart(parts)))
            #expect(echo.form?["title"] == ["é & ü\r\nnext line"])
            #expect(echo.form?["say \"hi\""] == ["quoted"])
            #expect(echo.files == ["small": ["in memory"], "large": [text]])
        }
    }

    @Test("Bodies of a file and of a stream arrive whole and with their length")
    func bodies() async throws {
        let text = String(repeating: "0123456789", count: 30_000)
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "body")
            try Data(text.utf8).write(to: file)
            let stream = HTTPBody.stream(contentType: "text/plain") {
                AsyncThrowingStream<Data, any Error> { stream in
                    for _ in 0..<300 { stream.yield(Data(text.utf8.prefix(1_000))) }
                    stream.finish()
                }
            }
            for body in [HTTPBody.file(file, contentType: "text/plain"), stream] {
                let echo = try await echo(Call(.put, "/anything", body: body))
                #expect(echo.data == text)
                #expect(echo.headers["Content-Length"] == "300000")
                #expect(echo.headers["Transfer-Encoding"] == nil)
            }
        }
    }
}
