public import Foundation

/// Sends a request again after passing trouble: a fault of the way, or a status of the policy.
///
/// Only idempotent requests are repeated, and those that carry an `Idempotency-Key`; a one-shot body never is. A
/// `Retry-After` in either form is honoured. The request's total deadline covers all sends: when the wait would pass
/// it, the last failure is given at once. Cancelling ends a wait at once.
public struct RetryMiddleware: NetworkMiddleware {
    private let policy: RetryPolicy
    private let budget: RetryBudget?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double

    /// - Parameters:
    ///   - policy: When and how often.
    ///   - budget: Bounds the share of retries; `nil` for no bound.
    ///   - clock: What waits are measured with.
    ///   - now: The date that a `Retry-After` date is compared with.
    ///   - random: A number from 0 to 1, drawn for each wait.
    public init(
        policy: RetryPolicy = RetryPolicy(), budget: RetryBudget? = RetryBudget(),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.policy = policy
        self.budget = budget
        self.clock = clock
        self.now = now
        self.random = random
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        var request = request
        if !request.method.isIdempotent, request.headers[Self.keyName] == nil, let key = policy.idempotencyKey {
            request.headers[Self.keyName] = key()
        }
        let mayRepeat =
            (request.method.isIdempotent || request.headers[Self.keyName] != nil)
            && request.body?.isReplayable ?? true
        let stopwatch = Stopwatch(clock)
        let total = request.timeouts.total
        budget?.earn()
        var attempt = 1
        while true {
            if let total { request.timeouts.total = total - stopwatch.elapsed() }
            let result = await Self.result(of: request, next)
            guard mayRepeat, attempt < policy.attempts, let wait = wait(after: result, attempt: attempt),
                total.map({ stopwatch.elapsed() + wait < $0 }) ?? true, budget?.spend() ?? true
            else { return try result.get() }
            do {
                try await stopwatch.sleep(wait)
            } catch {
                throw NetworkError(.cancelled, request: request)
            }
            attempt += 1
        }
    }

    private static let keyName = "Idempotency-Key"

    private static func result(
        of request: NetworkRequest, _ next: NetworkNext
    ) async -> Result<NetworkResponse, NetworkError> {
        do throws(NetworkError) {
            return .success(try await next(request))
        } catch {
            return .failure(error)
        }
    }

    /// How long to wait before the next send; `nil` when there is to be none.
    private func wait(after result: Result<NetworkResponse, NetworkError>, attempt: Int) -> Duration? {
        switch result {
        case .failure(let error): return error.isRetryable ? jittered(attempt) : nil
        case .success(let response):
            guard policy.statuses.contains(response.statusCode) else { return nil }
            guard let asked = retryAfter(response.headers) else { return jittered(attempt) }
            return asked <= policy.maximumWait ? max(asked, jittered(attempt)) : nil
        }
    }

    private func jittered(_ attempt: Int) -> Duration {
        policy.bound(afterAttempt: attempt) * min(max(random(), 0), 1)
    }

    /// RFC 9110 §10.2.3: seconds or a date.
    private func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        guard let text = headers["Retry-After"] else { return nil }
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 1_000_000_000)) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return .milliseconds(Int64((max(0, date.timeIntervalSince(now())) * 1_000).rounded(.up)))
    }
}
