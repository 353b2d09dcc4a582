public import Networking

/// Middleware that makes requests slow: each waits before it is passed on.
///
/// A request whose deadline is shorter than the delay times out when the deadline passes, as it would with a slow
/// server. Cancelling the caller's task ends the wait at once.
public struct DelayMiddleware: NetworkMiddleware {
    private let delay: Duration
    private let clock: any Clock<Duration>

    /// Waits so long before each request, by the given clock.
    public init(_ delay: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.delay = delay
        self.clock = clock
    }

    /// Waits, then passes the request on.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let limits: [(NetworkError.Deadline, Duration?)] = [
            (.total, request.timeouts.total), (.connect, request.timeouts.connect), (.idle, request.timeouts.idle),
        ]
        let shortest = limits.compactMap { deadline, limit in limit.map { (deadline, $0) } }.min { $0.1 < $1.1 }
        do {
            try await clock.sleep(for: min(delay, shortest?.1 ?? delay))
        } catch {
            throw NetworkError(.cancelled, request: request)
        }
        if let shortest, shortest.1 < delay { throw NetworkError(.timeout(shortest.0), request: request) }
        return try await next(request)
    }
}
