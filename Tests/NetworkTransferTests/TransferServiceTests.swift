import Foundation
import NetworkTransfer
import Networking
import Testing

/// Answers every request with what the test says.
private struct StubSession: NetworkSession {
    var answer: @Sendable (NetworkRequest) throws(NetworkError) -> NetworkResponse

    init(_ answer: @escaping @Sendable (NetworkRequest) throws(NetworkError) -> NetworkResponse) {
        self.answer = answer
    }

    init(status: Int = 200, body: String = "", headers: HTTPHeaders = [:]) {
        self.init { (request) throws(NetworkError) in
            NetworkResponse(request: request, statusCode: status, headers: headers, body: Data(body.utf8))
        }
    }

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try answer(request)
    }
}

private struct Item: Codable, Sendable, Equatable {
    var id: Int
    var at: Date?
}

private struct ItemRouter: NetworkRequestRouter {
    let operation = "items.show"
    let path = "/items/1"
    let methodType = HTTPMethod.get
    let headers: HTTPHeaders = [:]
}

@Suite("Transfer service")
struct TransferServiceTests {
    private func service(_ session: StubSession, local: (any LocalDataSource)? = nil) -> any NetworkTransferService {
        DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "http://h/v1")), session: session,
            localData: local)
    }

    private func error<T>(_ body: () async throws(NetworkTransferError) -> T) async -> NetworkTransferError? {
        do throws(NetworkTransferError) {
            _ = try await body()
            return nil
        } catch { return error }
    }

    @Test("A body is decoded into the type that is asked for")
    func decodes() async throws {
        let service = service(StubSession(body: #"{"id": 7, "at": "2026-01-02T03:04:05.123456789+01:00"}"#))
        let item: Item = try await service.fetchCodable(ItemRouter())
        #expect(item.id == 7)
        #expect(item.at == Date(timeIntervalSince1970: 1_767_319_445.123456789))
    }

    @Test(
        "N22: no body gives nil or an empty response, and is its own error for other types", arguments: [200, 204, 205])
    func emptyBody(status: Int) async throws {
        let service = service(StubSession(status: status))
        #expect(try await service.fetchCodable(Item?.self, ItemRouter()) == nil)
        #expect(try await service.fetchCodable(EmptyResponse.self, ItemRouter()) == EmptyResponse())
        #expect(try await service.fetchResponse(ItemRouter()).statusCode == status)
        let error = await error { () throws(NetworkTransferError) in
            try await service.fetchCodable(Item.self, ItemRouter())
        }
        guard case .emptyBody(let head) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(head.statusCode == status)
    }

    @Test("An empty response takes any body")
    func ignoredBody() async throws {
        let service = service(StubSession(body: "[1, 2]"))
        #expect(try await service.fetchCodable(EmptyResponse.self, ItemRouter()) == EmptyResponse())
    }

    @Test(
        "N23: another status keeps head and body, and decodes the API's own error",
        arguments: [304, 400, 404, 500, 503])
    func status(status: Int) async throws {
        let service = service(
            StubSession(status: status, body: #"{"id": 404}"#, headers: ["Retry-After": "3"]))
        let error = await error { () throws(NetworkTransferError) in try await service.fetchResponse(ItemRouter()) }
        guard case .status(let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.statusCode == status)
        #expect(response.headers["retry-after"] == "3")
        #expect(response.decoded(as: Item.self) == Item(id: 404))
        #expect(!response.isTruncated)
        #expect(error?.isRetryable == [500, 503].contains(status))
    }

    @Test("N23: the kept body is bounded")
    func boundedBody() {
        let request = NetworkRequest(operation: "x", url: URL(fileURLWithPath: "/"))
        let response = FailureResponse(
            head: NetworkResponse.Head(request: request, statusCode: 500), body: Data(count: 100_000))
        #expect(response.body.count == FailureResponse.bodyLimit)
        #expect(response.isTruncated)
    }

    @Test("What cannot be decoded says where, keeps cause and bytes, and shows no value")
    func parsing() async throws {
        let service = service(StubSession(body: #"{"id": "SECRET"}"#))
        let error = await error { () throws(NetworkTransferError) in
            try await service.fetchCodable(Item.self, ItemRouter())
        }
        guard case .parsing(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.underlying is DecodingError)
        #expect(failure.bodyPrefix == Data(#"{"id": "SECRET"}"#.utf8))
        #expect(failure.statusCode == 200)
        #expect(error?.description == "The body of items.show is no Item: not a Int at id")
    }

    @Test("A network error is kept as the cause; cancellation is a case of its own")
    func noResponse() async throws {
        let failing = service(
            StubSession { (request) throws(NetworkError) in
                throw NetworkError(.timeout(.idle), request: request)
            })
        let error = await error { () throws(NetworkTransferError) in
            try await failing.fetchCodable(Item.self, ItemRouter())
        }
        guard case .noResponse(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.kind == .timeout(.idle))
        #expect(cause.operation == "items.show")
        #expect(error?.isRetryable == true)
        guard case .cancelled = NetworkTransferError.resolve(networkError: NetworkError(.cancelled)) else {
            Issue.record("cancellation is not told apart")
            return
        }
    }

    @Test("Local data passes the same decoder; its absence is an error")
    func localData() async throws {
        struct Source: LocalDataSource {
            func data(named name: String) throws -> Data {
                guard name == "items.show" else { throw CocoaError(.fileNoSuchFile) }
                return Data(#"{"id": 3, "at": "2026-01-02T03:04:05Z"}"#.utf8)
            }
        }
        let with = service(StubSession(), local: Source())
        let item: Item = try await with.fetchLocalData(named: "items.show")
        #expect(item == Item(id: 3, at: Date(timeIntervalSince1970: 1_767_323_045)))
        for (service, hasCause) in [(with, true), (service(StubSession()), false)] {
            let error = await error { () throws(NetworkTransferError) in
                try await service.fetchLocalData(Item.self, named: "other")
            }
            guard case .localData(let failure) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect((failure.underlying != nil) == hasCause)
        }
    }

    @Test("The verbs send their method, path, query and body")
    func verbs() async throws {
        let service = service(
            StubSession { (request) throws(NetworkError) in
                let body = request.body.map { String(decoding: $0.data ?? Data(), as: UTF8.self) } ?? ""
                return NetworkResponse(
                    request: request, statusCode: 200,
                    body: Data("\"\(request.method) \(request.url.absoluteString) \(body)\"".utf8))
            })
        #expect(try await service.get("a", query: [URLQueryItem(name: "q", value: "1")]) == "GET http://h/v1/a?q=1 ")
        #expect(try await service.post("/a", body: .text("x")) == "POST http://h/v1/a x")
        #expect(try await service.put("/a", body: .text("y")) == "PUT http://h/v1/a y")
        #expect(try await service.patch("/a") == "PATCH http://h/v1/a ")
        #expect(try await service.delete("/a") == "DELETE http://h/v1/a ")
        let response: SuccessResponse = try await service.get("/a")
        #expect(response.statusCode == 200)
        try await service.delete("/a")
    }

    @Test(
        "Decoding leaves the caller's actor alone: the main actor runs while a decoder is busy", .timeLimit(.minutes(1))
    )
    @MainActor func decodesOffMain() async throws {
        /// Decodes only once the main actor has run in the meantime.
        struct Probe: Decodable, Sendable {
            init(from decoder: any Decoder) {
                let hasRun = DispatchSemaphore(value: 0)
                Task { @MainActor in hasRun.signal() }
                #expect(hasRun.wait(timeout: .now() + 5) == .success)
            }
        }
        _ = try await service(StubSession(body: "{}")).fetchCodable(Probe.self, ItemRouter())
    }
}
