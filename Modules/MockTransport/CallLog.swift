import ModuleSupport
public import Networking

/// Middleware that counts the calls which reach a session, in all and by operation, and keeps the latest of them.
///
/// Put it last, next to the session, to count what goes out; before a cache or a retry it counts what is asked for.
/// It works around any session, mock or real, and is safe to use from any thread.
public final class CallLog: NetworkMiddleware {
    /// One call.
    public struct Call: Sendable {
        /// Which request it was; a retry has the same.
        public var requestID: NetworkRequest.ID
        /// The request's operation.
        public var operation: String
        /// The request's method.
        public var method: HTTPMethod
        /// The request's URL without secrets.
        public var url: String
        /// How it ended, `nil` while it runs.
        public var outcome: Outcome?
        /// From the call to its outcome; for a stream, to its head.
        public var duration: Duration?
    }

    /// How a call ended.
    public enum Outcome: Sendable, Hashable {
        /// With a response of this status.
        case status(Int)
        /// Without one.
        case failed(NetworkError.Kind)
    }

    private struct State {
        var count = 0
        var byOperation: [String: Int] = [:]
        var calls: [Call] = []
        /// How many calls were dropped from the front of `calls`; a call's number minus this is its index.
        var dropped = 0
    }

    private let capacity: Int
    private let now: @Sendable () -> Duration
    private let state = Locked(State())

    /// A log without calls.
    ///
    /// - Parameters:
    ///   - capacity: How many of the latest calls are kept; the counts have no limit.
    ///   - clock: Measures the durations.
    public init(capacity: Int = 1_000, clock: some Clock<Duration> = ContinuousClock()) {
        self.capacity = max(0, capacity)
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// How many calls there were since the start or the last ``reset()``, running ones included.
    public var count: Int { state.withLock { $0.count } }

    /// The same by operation.
    public var countByOperation: [String: Int] { state.withLock { $0.byOperation } }

    /// How many calls one operation had.
    public func count(of operation: String) -> Int { state.withLock { $0.byOperation[operation] ?? 0 } }

    /// The latest calls in the order in which they began.
    public var calls: [Call] { state.withLock { Array($0.calls.suffix(capacity)) } }

    /// Forgets all calls; one that runs ends unrecorded.
    public func reset() {
        state.withLock { state in
            let next = state.dropped + state.calls.count
            state = State()
            state.dropped = next
        }
    }

    /// Records the call and passes it on.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let start = now()
        let number = begin(
            Call(
                requestID: request.id, operation: request.operation, method: request.method,
                url: Redaction.standard.url(request.url)))
        do throws(NetworkError) {
            let response = try await next(request)
            end(number, .status(response.statusCode), now() - start)
            return response
        } catch {
            end(number, .failed(error.kind), now() - start)
            throw error
        }
    }

    private func begin(_ call: Call) -> Int {
        state.withLock { state in
            state.count += 1
            state.byOperation[call.operation, default: 0] += 1
            state.calls.append(call)
            let number = state.dropped + state.calls.count - 1
            // Dropped in one go now and then, so that a call costs the same however many are kept.
            if state.calls.count >= 2 * max(capacity, 1) {
                state.dropped += state.calls.count - capacity
                state.calls.removeFirst(state.calls.count - capacity)
            }
            return number
        }
    }

    private func end(_ number: Int, _ outcome: Outcome, _ duration: Duration) {
        state.withLock { state in
            let index = number - state.dropped
            guard state.calls.indices.contains(index) else { return }
            state.calls[index].outcome = outcome
            state.calls[index].duration = duration
        }
    }
}
