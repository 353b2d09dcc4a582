import ModuleSupport
public import Networking

/// Middleware that makes requests fail, for any session, mock or real.
///
/// ```swift
/// let outage = FaultInjector(.offline, isActive: false)
/// let session = MiddlewareSession(MockAPI(fixtures: load), [outage])
/// outage.isActive = true                   // from here on, until it is switched back
/// ```
///
/// Safe to use from any thread.
public final class FaultInjector: NetworkMiddleware {
    private struct State {
        var isActive: Bool
        var seen = 0
        var injected = 0
    }

    private let fault: MockFault
    private let schedule: FaultSchedule
    private let isAffected: @Sendable (NetworkRequest) -> Bool
    private let state: Locked<State>

    /// Chooses requests and what goes wrong with them.
    ///
    /// - Parameters:
    ///   - schedule: Counts only the affected requests that come while the injector is active.
    ///   - isAffected: The requests to look at, by default all; called on the requesting task.
    public init(
        _ fault: MockFault, _ schedule: FaultSchedule = .always, isActive: Bool = true,
        where isAffected: @escaping @Sendable (NetworkRequest) -> Bool = { _ in true }
    ) {
        self.fault = fault
        self.schedule = schedule
        self.isAffected = isAffected
        state = Locked(State(isActive: isActive))
    }

    /// Whether faults are injected; takes effect at the next request.
    public var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { state.withLock { $0.isActive = newValue } }
    }

    /// How many requests got the fault.
    public var injectedCount: Int { state.withLock { $0.injected } }

    /// Fails the request, or passes it on.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        guard isAffected(request), claim() else { return try await next(request) }
        switch fault {
        case .error(let kind):
            throw NetworkError(kind, request: request)
        case .lostResponse:
            _ = try await next(request)
            throw NetworkError(.connectionLost, request: request)
        case .response(let statusCode, let headers, let body):
            return NetworkResponse(request: request, statusCode: statusCode, headers: headers, body: body)
        }
    }

    private func claim() -> Bool {
        state.withLock { state in
            guard state.isActive else { return false }
            defer { state.seen += 1 }
            guard schedule.includes(state.seen) else { return false }
            state.injected += 1
            return true
        }
    }
}
