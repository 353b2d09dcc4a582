import CombineShim
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import TestSupport
import Testing

private struct Echo: Codable, Sendable, Equatable {
    var method: String
    var path: String
}

private struct EchoRouter: NetworkRequestRouter {
    var path = "/echo"
    let operation = "echo"
    let methodType = HTTPMethod.get
    let headers: HTTPHeaders = [:]
}

/// Tells when a call that went through it has ended, and how.
private struct WatchedSession: NetworkSession {
    let base: GatedSession
    let ended: AsyncStream<NetworkError.Kind?>.Continuation

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        do throws(NetworkError) {
            let response = try await base.response(for: request)
            ended.yield(nil)
            return response
        } catch {
            ended.yield(error.kind)
            throw error
        }
    }
}

private struct BundledEcho: LocalDataSource {
    func data(named name: String) throws -> Data {
        Data(#"{"method": "local", "path": "\#(name)"}"#.utf8)
    }
}

@Suite("Publishers of the transfer service: each is the twin of an asynchronous call")
struct PublisherTests {
    private typealias Publishers = NetworkTransferPublishers

    private let session: GatedSession
    private let service: any NetworkTransferService
    private let ended: AsyncStream<NetworkError.Kind?>

    init() {
        session = GatedSession { request throws(NetworkError) in
            switch request.url.lastPathComponent {
            case "missing":
                return NetworkResponse(request: request, statusCode: 404, body: Data("no".utf8))
            case "garbage":
                return NetworkResponse(request: request, statusCode: 200, body: Data("{".utf8))
            case "offline":
                throw NetworkError(.offline, request: request)
            default:
                let echo = #"{"method": "\#(request.method)", "path": "\#(request.url.path)"}"#
                return NetworkResponse(request: request, statusCode: 200, body: Data(echo.utf8))
            }
        }
        let watch = AsyncStream.makeStream(of: NetworkError.Kind?.self)
        ended = watch.stream
        service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")),
            session: WatchedSession(base: session, ended: watch.continuation), localData: BundledEcho())
    }

    @Test("the same values, by the same requests")
    func sameValues() async throws {
        try await expectTwins({ $0.fetchCodable(Echo.self, EchoRouter()) }) { service throws(NetworkTransferError) in
            try await service.fetchCodable(Echo.self, EchoRouter())
        }
        try await expectTwins({ $0.fetchLocalData(Echo.self, named: "a") }) { service throws(NetworkTransferError) in
            try await service.fetchLocalData(Echo.self, named: "a")
        }
        let query = [URLQueryItem(name: "q", value: "1")]
        try await expectTwins({ $0.get("/a", query: query) }) { service throws(NetworkTransferError) in
            try await service.get("/a", query: query) as Echo
        }
        try await expectTwins({ $0.post("/a", body: .json(["x": 1])) }) { service throws(NetworkTransferError) in
            try await service.post("/a", body: .json(["x": 1])) as Echo
        }
        try await expectTwins({ $0.put("/a", body: .json(["x": 1])) }) { service throws(NetworkTransferError) in
            try await service.put("/a", body: .json(["x": 1])) as Echo
        }
        try await expectTwins({ $0.patch("/a", body: .json(["x": 1])) }) { service throws(NetworkTransferError) in
            try await service.patch("/a", body: .json(["x": 1])) as Echo
        }
        try await expectTwins({ $0.delete("/a", query: query) }) { service throws(NetworkTransferError) in
            try await service.delete("/a", query: query) as Echo
        }
    }

    @Test("the same responses")
    func sameResponses() async throws {
        let publishers = service.publishers
        let responses: [(String, AnyPublisher<SuccessResponse, NetworkTransferError>)] = [
            ("GET", publishers.fetchResponse(EchoRouter())), ("GET", publishers.get("/echo")),
            ("POST", publishers.post("/echo")), ("PUT", publishers.put("/echo")),
            ("PATCH", publishers.patch("/echo")), ("DELETE", publishers.delete("/echo")),
        ]
        for (method, publisher) in responses {
            let response = try #require(await outcome(of: publisher).values.first)
            #expect(response.statusCode == 200)
            let echo = try JSONDecoder().decode(Echo.self, from: response.body)
            #expect(echo == Echo(method: method, path: "/echo"))
        }
    }

    @Test("the same errors", arguments: ["/missing", "/garbage", "/offline"])
    func sameErrors(path: String) async {
        let router = EchoRouter(path: path)
        let published = await outcome(of: service.publishers.fetchCodable(Echo.self, router))
        do throws(NetworkTransferError) {
            _ = try await service.fetchCodable(Echo.self, router)
            Issue.record("There must be an error")
        } catch {
            #expect(published.error.map(kind) == kind(error))
        }
        #expect(published.values.isEmpty)
    }

    @Test("nothing is sent before somebody subscribes; each subscriber has a request of his own")
    func perSubscriber() async {
        let publisher = service.publishers.fetchCodable(Echo.self, EchoRouter())
        #expect(session.requests.isEmpty)
        _ = await outcome(of: publisher)
        _ = await outcome(of: publisher)
        #expect(session.count("echo") == 2)
    }

    @Test("cancelling the subscription cancels the request, and nothing is delivered")
    func cancelling() async {
        session.hold("echo")
        let events = Locked(0)
        let cancellable = service.publishers.fetchCodable(Echo.self, EchoRouter()).sink { _ in
            events.withLock { $0 += 1 }
        } receiveValue: { _ in
            events.withLock { $0 += 1 }
        }
        await session.waitForHeld("echo")
        cancellable.cancel()
        var ends = ended.makeAsyncIterator()
        #expect(await ends.next() == .some(.cancelled))
        #expect(events.withLock { $0 } == 0)
    }

    @Test("a value that is there before it is asked for is kept")
    func valueIsKept() async {
        let (values, feed) = AsyncStream.makeStream(of: Echo.self)
        nonisolated(unsafe) var subscription: (any Subscription)?
        service.publishers.fetchCodable(Echo.self, EchoRouter()).subscribe(
            AnySubscriber(
                receiveSubscription: { subscription = $0 },
                receiveValue: {
                    feed.yield($0)
                    return .none
                }))
        var ends = ended.makeAsyncIterator()
        #expect(await ends.next() == .some(nil))
        subscription?.request(.max(1))
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == Echo(method: "GET", path: "/echo"))
    }

    private func expectTwins(
        _ publisher: (Publishers) -> AnyPublisher<Echo, NetworkTransferError>,
        _ call: (any NetworkTransferService) async throws(NetworkTransferError) -> Echo
    ) async throws {
        let before = session.requests.count
        let published = await outcome(of: publisher(service.publishers))
        let between = session.requests.count
        let called = try await call(service)
        #expect(published.values == [called])
        #expect(published.error == nil)
        let (first, second) = (session.requests[before..<between], session.requests[between...])
        #expect(first.map(\.url) == second.map(\.url))
        #expect(first.map(\.method) == second.map(\.method))
        #expect(first.map { $0.body?.data } == second.map { $0.body?.data })
    }

    private func outcome<Value: Sendable>(
        of publisher: AnyPublisher<Value, NetworkTransferError>
    ) async -> (values: [Value], error: NetworkTransferError?) {
        await TestSupport.outcome(of: publisher.values, failingWith: NetworkTransferError.self)
    }

    private func kind(_ error: NetworkTransferError) -> String {
        switch error {
        case .noResponse(let cause): "noResponse \(cause.kind)"
        case .status(let failure): "status \(failure.head.statusCode) \(failure.body)"
        case .parsing(let failure): "parsing \(failure.type) \(failure.bodyPrefix)"
        case .emptyBody: "emptyBody"
        case .localData: "localData"
        case .cancelled: "cancelled"
        }
    }
}
