import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

private struct ListRouter: NetworkRequestRouter {
    var page = ""
    let operation = "items.list"
    let path = "/items"
    let methodType = HTTPMethod.get
    let headers: HTTPHeaders = ["Authorization": "Bearer SECRET"]
    var queryItems: [URLQueryItem] { page.isEmpty ? [] : [URLQueryItem(name: "page", value: page)] }
}

private struct Page: Codable, Sendable, Equatable {
    var items: [Int]
    var next: String?
}

@Suite("Pages and streams of values")
struct PageTests {
    /// Answers by the query of the request; keeps the URLs.
    private struct PagedSession: NetworkSession {
        let seen = Box<[String]>([])
        let answer: @Sendable (String) -> (body: String, link: String?)

        func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
            seen.withLock { $0.append(request.url.absoluteString) }
            let (body, link) = answer(request.url.query ?? "")
            return NetworkResponse(
                request: request, statusCode: 200, headers: link.map { ["Link": $0] } ?? [:], body: Data(body.utf8))
        }
    }

    private func service(_ session: any NetworkSession) -> any NetworkTransferService {
        DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "http://h/v1")), session: session)
    }

    @Test("Link headers lead from page to page, only as far as they are asked for")
    func links() async throws {
        let session = PagedSession { query in
            switch query {
            case "": ("[1]", "</v1/items?page=2>; rel=\"next\", <http://h/v1/items?page=3>; rel=last")
            case "page=2": ("[2]", "<items?page=3>; rel=\"prev next\"; title=\"a, b; c\"")
            default: ("[3]", "</v1/items>; rel=first")
            }
        }
        let pages = service(session).pages(of: [Int].self, from: ListRouter())
        #expect(session.seen.value.isEmpty)
        var iterator = pages.makeAsyncIterator()
        #expect(try await iterator.next() == [1])
        #expect(session.seen.value.count == 1)
        #expect(try await collect(pages) == [[1], [2], [3]])
        #expect(
            session.seen.value.suffix(3) == [
                "http://h/v1/items", "http://h/v1/items?page=2", "http://h/v1/items?page=3",
            ])
    }

    @Test("A cursor in the body leads from page to page")
    func cursors() async throws {
        let session = PagedSession { query in
            (query == "" ? #"{"items": [1, 2], "next": "b+c"}"# : #"{"items": [3]}"#, nil)
        }
        let pages = service(session).pages(of: Page.self, from: ListRouter()) { page in
            page.next.map { ListRouter(page: $0) }
        }
        #expect(try await collect(pages).flatMap(\.items) == [1, 2, 3])
        #expect(session.seen.value.last == "http://h/v1/items?page=b%2Bc")
    }

    @Test(
        "Circles and links to another origin are errors",
        arguments: ["</v1/items>; rel=next", "<http://evil/items>; rel=next", "<https://h/x>; rel=next"])
    func refused(link: String) async throws {
        let session = PagedSession { _ in ("[1]", link) }
        await #expect(throws: NetworkTransferError.self) {
            try await collect(service(session).pages(of: [Int].self, from: ListRouter()))
        }
        #expect(session.seen.value.allSatisfy { $0.hasPrefix("http://h/") })
    }

    @Test("Link fields as RFC 8288 shows them")
    func linkHeader() throws {
        let base = try #require(URL(string: "http://example.com/a/b"))
        let links = WebLink.parse(
            #"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous \"chapter\"", </>; rel="http://example.net/foo", "#
                + #"</TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes, <c>;rel=start;REL=other"#,
            relativeTo: base)
        #expect(
            links.map(\.url.absoluteString) == [
                "http://example.com/TheBook/chapter2", "http://example.com/", "http://example.com/TheBook/chapter4",
                "http://example.com/a/c",
            ])
        #expect(links[0].parameters["title"] == "previous \"chapter\"")
        #expect(links[2].hasRelation("NEXT"))
        #expect(links[3].parameters["rel"] == "start")
        for text in ["", "<", "garbage", "<a", ";;;", "<a>;", "<a>; rel", "<a>; rel=\"unclosed"] {
            #expect(WebLink.parse(text, relativeTo: base).count <= 1)
        }
    }

    @Test("N25: one decoder serves lines and events alike")
    func decodedStreams() async throws {
        struct Session: NetworkSession {
            let type: String
            let body: String
            func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
                NetworkResponse(
                    request: request, statusCode: 200, headers: ["Content-Type": type], body: Data(body.utf8))
            }
        }
        struct Item: Decodable, Sendable, Equatable {
            var itemID: Int
            var at: Date
        }
        let lines = Session(
            type: "application/x-ndjson", body: "{\"item_id\": 1, \"at\": 0}\n\n{\"item_id\": 2, \"at\": 0}\n")
        let events = Session(
            type: "text/event-stream",
            body: "data: {\"item_id\": 1,\ndata: \"at\": 0}\n\ndata: {\"item_id\": 2, \"at\": 0}\n\n")
        for session in [lines, events] {
            let service = DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: URL(string: "http://h")), session: session
            ) {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .custom { keys in
                    keys.last?.stringValue == "item_id" ? Key("itemID") : keys.last ?? Key("")
                }
                decoder.dateDecodingStrategy = .secondsSince1970
                return decoder
            }
            let items = try await collect(service.streamCodable(Item.self, ListRouter()))
            #expect(
                items == [
                    Item(itemID: 1, at: .init(timeIntervalSince1970: 0)),
                    Item(itemID: 2, at: .init(timeIntervalSince1970: 0)),
                ])
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    @Test("N52: another status throws before the first element, with its body")
    func streamStatus() async throws {
        struct Session: NetworkSession {
            func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
                NetworkResponse(request: request, statusCode: 503, body: Data("later".utf8))
            }
        }
        do {
            _ = try await service(Session()).fetchStream(ListRouter())
            Issue.record("no error")
        } catch {
            guard case .status(let response) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(response.body == Data("later".utf8))
        }
    }

    @Test("Uploads report, downloads arrive, and a refused download throws its status", .timeLimit(.minutes(1)))
    func transfers() async throws {
        struct Router: NetworkRequestRouter {
            let operation = "files.move"
            let path: String
            var methodType = HTTPMethod.get
            let headers: HTTPHeaders = [:]
            var body: HTTPBody?
        }
        try await FaultServer.run { server in
            let service = DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: server.baseURL), session: URLSessionNetworkSession())
            let sent = Box<Int64>(0)
            let response = try await service.upload(
                Router(path: "/echo", methodType: .put, body: .data(Data(count: 100_000)))
            ) { step in
                sent.withLock { $0 = step.completed }
            }
            #expect(response.statusCode == 200)
            #expect(sent.value == 100_000)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let head = try await service.download(Router(path: "/bytes/70000"), to: file)
            #expect(head.statusCode == 200)
            #expect(try Data(contentsOf: file) == FaultServer.pattern(70_000))
            await #expect(throws: NetworkTransferError.self) {
                try await service.download(Router(path: "/status/410"), to: file)
            }
            #expect(try Data(contentsOf: file).count == 70_000)
        }
    }
}
