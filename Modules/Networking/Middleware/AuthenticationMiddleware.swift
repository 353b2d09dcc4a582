public import Foundation
import ModuleSupport

/// Puts the credential on each request, and gets a new one when it has expired or the server answers 401.
///
/// However many requests are refused at once, there is one refresh; each of them is then sent once more. A failed
/// refresh fails all that waited for it, with the same error. Nothing of an account outlives its sign-out: a refresh
/// that ends later is dropped, and a request is never repeated under another account.
///
/// Requests that the refresh itself makes pass through without a credential, so that it cannot wait for itself. It runs
/// to its end even when all who wait for it are cancelled. Safe to use from any thread.
public final class AuthenticationMiddleware: NetworkMiddleware {
    /// Trades an old credential for a new one.
    public typealias Refresh = @Sendable (Credential) async throws -> Credential
    /// Puts a credential on a request.
    public typealias Apply = @Sendable (Credential, inout NetworkRequest) -> Void

    private typealias State = AuthenticationState<CheckedContinuation<Void, Never>>

    /// The middleware whose refresh the current task runs.
    @TaskLocal private static var refreshing: ObjectIdentifier?

    private let state: Locked<State>
    private let lastID = Locked(0)
    private let refresh: Refresh
    private let apply: Apply
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - credential: Who is signed in; `nil` for nobody, and then requests pass unchanged.
    ///   - apply: Where the credential goes; the default is `Authorization: Bearer`.
    ///   - now: The date that an expiry is compared with.
    ///   - refresh: Called when a new credential is needed, never twice at once and never under a lock.
    public init(
        credential: Credential? = nil, apply: @escaping Apply = AuthenticationMiddleware.bearer,
        now: @escaping @Sendable () -> Date = { Date() }, refresh: @escaping Refresh
    ) {
        state = Locked(State(credential))
        self.apply = apply
        self.now = now
        self.refresh = refresh
    }

    /// `Authorization: Bearer` (RFC 6750).
    @Sendable public static func bearer(_ credential: Credential, _ request: inout NetworkRequest) {
        request.headers["Authorization"] = "Bearer \(credential.token)"
    }

    /// `Authorization: Basic` (RFC 7617). The credential's token is `user:password`.
    @Sendable public static func basic(_ credential: Credential, _ request: inout NetworkRequest) {
        request.headers["Authorization"] = "Basic \(Data(credential.token.utf8).base64EncodedString())"
    }

    /// The credential now; `nil` when nobody is signed in.
    public var credential: Credential? { state.withLock { $0.current.credential } }

    /// Another account, or the same one anew.
    public func signIn(_ credential: Credential) {
        state.withLock { $0.change(credential) }.forEach { $0.resume() }
    }

    /// Nobody any more.
    public func signOut() {
        state.withLock { $0.change(nil) }.forEach { $0.resume() }
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let (credential, sent) = state.withLock { $0.current }
        guard let credential, Self.refreshing != ObjectIdentifier(self) else { return try await next(request) }
        var current = (credential, sent)
        if let expiry = credential.expiresAt, expiry <= now() { current = try await renew(sent, for: request) }
        let response = try await next(authorized(request, by: current.0))
        guard response.statusCode == 401, request.body?.isReplayable ?? true else { return response }
        current = try await renew(current.1, for: request)
        return try await next(authorized(request, by: current.0))
    }

    private func authorized(_ request: NetworkRequest, by credential: Credential) -> NetworkRequest {
        var request = request
        apply(credential, &request)
        return request
    }

    /// A credential other than the one of `stamp`.
    private func renew(
        _ stamp: State.Stamp, for request: NetworkRequest
    ) async throws(NetworkError) -> (Credential, State.Stamp) {
        while true {
            switch state.withLock({ $0.refused(stamp) }) {
            case .use(let credential, let stamp): return (credential, stamp)
            case .fail(let error): throw error.identified(by: request)
            case .wait(let old, let current, let starts):
                if starts { start(old, current) }
                await wait(for: current)
                if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            }
        }
    }

    private func start(_ old: Credential, _ stamp: State.Stamp) {
        Task {
            let result = await Self.$refreshing.withValue(ObjectIdentifier(self)) {
                await Self.result { try await refresh(old) }
            }
            state.withLock { $0.refreshed(result, started: stamp) }.forEach { $0.resume() }
        }
    }

    private static func result(
        _ body: () async throws -> Credential
    ) async -> Result<Credential, NetworkError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(NetworkError(.authentication, underlying: error))
        }
    }

    private func wait(for stamp: State.Stamp) async {
        let id = lastID.withLock { id in
            id += 1
            return id
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { !Task.isCancelled && $0.wait(continuation, id: id, for: stamp) }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.leave(id: id) }?.resume()
        }
    }
}
