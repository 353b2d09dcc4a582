import Foundation
import MockData
import MockTransport
import ModuleSupport
import Networking
import Testing

@Suite("MockNetworkSession: a transport without a network")
struct MockNetworkSessionTests {
    private let request = NetworkRequest(operation: "notes.list", url: URL(string: "http://mock.invalid/notes")!)

    @Test("it answers from its function, whole and as a stream")
    func answers() async throws {
        let session = MockNetworkSession { (request) throws(NetworkError) in
            NetworkResponse(request: request, statusCode: 203, headers: ["X-A": "b"], body: Data("hello".utf8))
        }
        let response = try await session.response(for: request)
        #expect(response.statusCode == 203 && response.headers["X-A"] == "b" && response.body == Data("hello".utf8))
        #expect(response.requestID == request.id)
        let stream = try await session.stream(for: request)
        #expect(stream.head.statusCode == 203)
        #expect(try await stream.collect(upTo: 100) == Data("hello".utf8))
    }

    @Test("fixtures are found by operation and account")
    func fixtures() async throws {
        let session = MockNetworkSession.fixtures { try MockData.fixture(operation: $0, account: $1) }
        var request = request
        request = NetworkRequest(operation: "profile.show", url: request.url, headers: ["Authorization": "Bearer bob"])
        #expect(JSONValue(try await session.response(for: request).body)?["id"]?.string == "bob")
        let error = try await #require(throws: NetworkError.self) { try await session.response(for: self.request) }
        guard case .fixture("notes.list", let cause)? = error.underlying as? MockTransportError,
            case .missing? = cause as? MockDataError
        else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("a request that no transport may send is refused before the function sees it")
    func invalidRequests() async throws {
        let calls = Locked(0)
        let session = MockNetworkSession { (request) throws(NetworkError) in
            calls.withLock { $0 += 1 }
            return NetworkResponse(request: request, statusCode: 200)
        }
        var injected = request
        injected.headers["X-A"] = "b\r\nX-C: d"
        var withBody = request
        withBody.body = .text("x")
        for (invalid, kind) in [
            (injected, NetworkError.Kind.invalidHeader(name: "X-A", reason: .controlCharacterInValue)),
            (withBody, .bodyNotAllowed),
        ] {
            let error = try await #require(throws: NetworkError.self) { try await session.response(for: invalid) }
            #expect(error.kind == kind && error.requestID == invalid.id)
        }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("a cancelled task gets cancelled, whether it was so before or became so meanwhile")
    func cancellation() async throws {
        let calls = Locked(0)
        let session = MockNetworkSession { (request) throws(NetworkError) in
            calls.withLock { $0 += 1 }
            withUnsafeCurrentTask { $0?.cancel() }
            return NetworkResponse(request: request, statusCode: 200)
        }
        for expected in [0, 1] {
            let task = Task { [request] in
                if expected == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                return await Result { () async throws(NetworkError) in try await session.response(for: request) }
            }
            guard case .failure(let error) = await task.value else {
                Issue.record("answered")
                return
            }
            #expect(error.kind == .cancelled)
            #expect(calls.withLock { $0 } == expected)
        }
    }

    @Test("a body over the limit is an error, and errors without a request get it")
    func limits() async throws {
        var request = request
        request.maximumBodyBytes = 3
        let session = MockNetworkSession { (request) throws(NetworkError) in
            NetworkResponse(request: request, statusCode: 200, body: Data(count: 4))
        }
        await #expect(throws: NetworkError.self) { try await session.response(for: request) }
        let failing = MockNetworkSession { (_) throws(NetworkError) in throw NetworkError(.offline) }
        let error = try await #require(throws: NetworkError.self) { try await failing.response(for: request) }
        #expect(error.kind == .offline && error.requestID == request.id && error.operation == "notes.list")
    }

    @Test("observers hear of each step")
    func events() async throws {
        let heard = Locked<[String]>([])
        let observed = request.observing { event in
            let name =
                switch event {
                case .started: "started"
                case .sentBody: "sent"
                case .receivedHead(let head): "head \(head.statusCode)"
                case .receivedBody(let bytes): "body \(bytes)"
                case .finished(let error): "finished \(error.map { "\($0.kind)" } ?? "")"
                }
            heard.withLock { $0.append(name) }
        }
        let session = MockNetworkSession { (request) throws(NetworkError) in
            NetworkResponse(request: request, statusCode: 200, body: Data(count: 2))
        }
        _ = try await session.response(for: observed)
        #expect(heard.withLock { $0 } == ["started", "head 200", "body 2", "finished "])
        heard.withLock { $0 = [] }
        let failing = MockNetworkSession { (_) throws(NetworkError) in throw NetworkError(.tls) }
        _ = try? await failing.response(for: observed)
        #expect(heard.withLock { $0 } == ["started", "finished tls"])
    }
}

extension Result {
    /// An asynchronous call as a result.
    init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
