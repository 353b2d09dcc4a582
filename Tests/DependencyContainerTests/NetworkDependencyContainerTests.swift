import DependencyContainer
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import Testing

@Suite("NetworkDependencyContainer")
struct NetworkDependencyContainerTests {
    private let live = RecordingSession(answer: "live")
    private let mock = RecordingSession(answer: "mock")
    private let base = NetworkConfiguration(baseURL: URL(string: "http://server.test/v1"), headers: ["X-App": "app"])

    private func container(
        _ dataSwitch: DataSwitch, configuration: NetworkConfiguration? = nil, mocked: Bool = true,
        middleware: [any NetworkMiddleware] = [], localData: (any LocalDataSource)? = nil
    ) -> NetworkDependencyContainer {
        NetworkDependencyContainer(
            configuration: configuration ?? base, session: live, dataSwitch: dataSwitch,
            mocks: mocked ? ["products": mock] : [:], middleware: middleware, localData: localData)
    }

    @Test("One module runs on its mock while the others stay real")
    func perModule() async throws {
        let network = container(DataSwitch(.real, overrides: ["products": .mock]))
        let products: String = try await network.networkTransferService(for: "products").get("/list")
        let contacts: String = try await network.networkTransferService(for: "contacts").get("/list")
        #expect([products, contacts] == ["mock", "live"])
        #expect(live.requests.map(\.url.absoluteString) == ["http://server.test/v1/list"])
    }

    @Test("A flip takes effect at the next request of a service that exists already")
    func flip() async throws {
        let dataSwitch = DataSwitch(.real)
        let service = try container(dataSwitch).networkTransferService(for: "products")
        let before: String = try await service.get("/list")
        dataSwitch.set(.mock, for: "products")
        let after: String = try await service.get("/list")
        #expect([before, after] == ["live", "mock"])
    }

    @Test("Mock without a mock transport is an error when composing")
    func missingMock() {
        #expect(throws: CompositionError.missingMock("products")) {
            _ = try container(DataSwitch(.mock), mocked: false).networkTransferService(for: "products")
        }
    }

    @Test("Real without a base URL is an error when composing; the module's own base URL will do")
    func missingBaseURL() throws {
        let network = container(DataSwitch(.real), configuration: NetworkConfiguration())
        #expect(throws: CompositionError.missingBaseURL("products")) {
            _ = try network.networkTransferService(for: "products")
        }
        _ = try network.networkTransferService(for: "products", configuration: base)
    }

    @Test("A flip to a source that is missing fails the request and never falls back")
    func missingAfterFlip() async throws {
        let dataSwitch = DataSwitch(.real)
        let real = try container(dataSwitch, mocked: false).networkTransferService(for: "products")
        dataSwitch.set(.mock, for: "products")
        await expectCause(.missingMock("products"), of: real)
        let mocked = try container(dataSwitch, configuration: NetworkConfiguration())
            .networkTransferService(for: "products")
        dataSwitch.set(.real, for: "products")
        await expectCause(.missingBaseURL("products"), of: mocked)
        #expect(live.requests.isEmpty && mock.requests.isEmpty)
    }

    private func expectCause(_ expected: CompositionError, of service: any NetworkTransferService) async {
        do throws(NetworkTransferError) {
            let _: String = try await service.get("/list")
            Issue.record("the request must fail")
        } catch {
            guard case .noResponse(let cause) = error else {
                Issue.record("unexpected \(error)")
                return
            }
            #expect(cause.underlying as? CompositionError == expected)
        }
    }

    @Test("The module's configuration is laid over the app's")
    func configuration() async throws {
        let own = NetworkConfiguration(
            baseURL: URL(string: "http://own.test"), headers: ["X-Module": "products"])
        let service = try container(DataSwitch(.real)).networkTransferService(for: "products", configuration: own)
        let _: String = try await service.get("/list")
        let request = try #require(live.requests.first)
        #expect(request.url.absoluteString == "http://own.test/list")
        #expect(request.headers["X-App"] == "app")
        #expect(request.headers["X-Module"] == "products")
    }

    @Test("The app's middleware is outside the module's, over real and mock alike")
    func middleware() async throws {
        let dataSwitch = DataSwitch(.real)
        let service = try container(dataSwitch, middleware: [Trace(name: "app")])
            .networkTransferService(for: "products", middleware: [Trace(name: "module")])
        let _: String = try await service.get("/list")
        dataSwitch.set(.mock, for: "products")
        let _: String = try await service.get("/list")
        #expect((live.requests + mock.requests).map { $0.headers["X-Trace"] } == ["app module", "app module"])
    }

    @Test("Local data is there on mock data only")
    func localData() async throws {
        let dataSwitch = DataSwitch(.mock)
        let service = try container(dataSwitch, localData: Greeting()).networkTransferService(for: "products")
        #expect(try await service.fetchLocalData(String.self, named: "products.list") == "local products.list")
        dataSwitch.set(.real, for: "products")
        await #expect(throws: NetworkTransferError.self) {
            try await service.fetchLocalData(String.self, named: "products.list")
        }
    }

    @Test("Two containers do not see one another")
    func instances() async throws {
        let one = container(DataSwitch(.mock))
        let two = container(DataSwitch(.real))
        let first: String = try await one.networkTransferService(for: "products").get("/list")
        let second: String = try await two.networkTransferService(for: "products").get("/list")
        #expect([first, second] == ["mock", "live"])
    }
}

/// Answers each request with one JSON string and keeps what it was sent.
private final class RecordingSession: NetworkSession {
    private let answer: String
    private let log = Locked<[NetworkRequest]>([])

    init(answer: String) {
        self.answer = answer
    }

    var requests: [NetworkRequest] { log.withLock { $0 } }

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        log.withLock { $0.append(request) }
        return NetworkResponse(request: request, statusCode: 200, body: Data("\"\(answer)\"".utf8))
    }
}

private struct Trace: NetworkMiddleware {
    let name: String

    func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        var request = request
        request.headers["X-Trace"] = [request.headers["X-Trace"], name].compactMap(\.self).joined(separator: " ")
        return try await next(request)
    }
}

private struct Greeting: LocalDataSource {
    func data(named name: String) -> Data { Data("\"local \(name)\"".utf8) }
}
