public import Foundation
import ModuleSupport
public import Networking

/// The REST API of the fixtures as a transport in memory, the twin of `Scripts/mock-api`.
///
/// It is stateful: an accepted request shows in the next list, an edit stays, and every account (the bearer token) has
/// its own state. The state of a module starts from the fixture of its list operation, when the first request for it
/// comes. GET has strong ETags and answers `If-None-Match` with 304. One instance may serve any number of modules and
/// is safe to use from any thread; requests are answered one at a time, without suspending for anything else.
///
/// A fixture that cannot be used is a ``MockTransportError`` as the cause of the request's error; a later request
/// tries again.
public final class MockAPI: NetworkSession {
    /// Gives the bytes of a picture, `nil` when there is none of that name.
    public typealias ImageLoader = @Sendable (_ name: String) throws -> Data?

    private struct Slot: Hashable {
        var account: String
        var module: MockModule
    }

    private let basePath: String
    private let fixtures: FixtureLoader
    private let images: ImageLoader
    private let state = Locked<[Slot: MockModuleState]>([:])

    /// A server in its first state.
    ///
    /// - Parameters:
    ///   - basePath: What the base URL has before the API's own paths, as in `/v1`; anything else is a 404.
    ///   - fixtures: Called off any lock, perhaps more than once for the same fixture.
    ///   - images: Called for each request for a picture.
    public init(
        basePath: String = "", fixtures: @escaping FixtureLoader,
        images: @escaping ImageLoader = { _ in nil }
    ) {
        self.basePath = basePath.hasSuffix("/") ? String(basePath.dropLast()) : basePath
        self.fixtures = fixtures
        self.images = images
    }

    /// Forgets all changes; the fixtures are read again.
    public func reset() {
        state.withLock { $0 = [:] }
    }

    /// Answers one request; see ``NetworkSession``.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await request.exchange { (request) throws(NetworkError) in try await answer(request) }
    }

    private func answer(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let body = try await request.body?.bytes() ?? Data()
        let rendered: RenderedAnswer
        do {
            guard let account = request.account else { throw MockRefusal.unauthorized }
            let (route, arguments) = try MockRoute.find(method: request.method, path: path(of: request.url))
            let call = MockCall(
                operation: route.operation, isRead: route.method == .get, arguments: arguments,
                query: request.url.decodedQuery, body: body)
            if let module = route.module {
                rendered = try perform(call, in: Slot(account: account, module: module))
            } else {
                rendered = try image(arguments[0])
            }
        } catch let refusal as MockRefusal {
            rendered = RenderedAnswer(refusal)
        } catch {
            throw NetworkError(.unknown, request: request, underlying: error)
        }
        return rendered.response(to: request)
    }

    private func path(of url: URL) throws(MockRefusal) -> String {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix(basePath + "/") else { throw .notFound(path: path) }
        return String(path.dropFirst(basePath.count))
    }

    private func image(_ name: String) throws -> RenderedAnswer {
        let data: Data?
        do {
            data = try images(name)
        } catch {
            throw MockTransportError.fixture(operation: "images.fetch", underlying: error)
        }
        guard let data else { throw MockRefusal.notFound(id: name) }
        return RenderedAnswer(statusCode: 200, contentType: "image/png", body: data, isCacheable: true)
    }

    private func perform(_ call: MockCall, in slot: Slot) throws -> RenderedAnswer {
        if state.withLock({ $0[slot] == nil }) {
            // The loader is not ours, so it runs outside the lock; whoever comes first sets the state.
            let loaded = MockModuleState(try load(slot))
            state.withLock { if $0[slot] == nil { $0[slot] = loaded } }
        }
        let answer = try state.withLock { (state) throws(MockRefusal) in try state[slot]?.answer(call) }
        // Without a state, a reset came between.
        return try answer ?? perform(call, in: slot)
    }

    private func load(_ slot: Slot) throws -> any MockBackend {
        let type = slot.module.backend
        let data: Data
        do {
            data = try fixtures(type.fixture, slot.account)
        } catch {
            throw MockTransportError.fixture(operation: type.fixture, underlying: error)
        }
        guard let json = JSONValue(data) else {
            throw MockTransportError.fixtureShape(operation: type.fixture, expected: "JSON")
        }
        return try type.init(json, account: slot.account)
    }
}
