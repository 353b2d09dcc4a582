/// When a request is sent again, and how long it waits before.
public struct RetryPolicy: Sendable {
    /// The most sends of one request, the first included.
    public var attempts: Int
    /// The wait before the second send is drawn from zero to this; it doubles with each further one.
    public var base: Duration
    /// The most that a wait is drawn from.
    public var cap: Duration
    /// The longest wait that a server may ask for; beyond it its response is given to the caller.
    public var maximumWait: Duration
    /// The statuses that are worth another try.
    public var statuses: Set<Int>
    /// Makes the `Idempotency-Key` of a POST or PATCH that has none, which allows it to be retried; `nil`, the default,
    /// leaves such requests alone. A key that the router sets itself allows retries too.
    public var idempotencyKey: (@Sendable () -> String)?

    /// Three sends, waits from half a second, and the statuses of passing trouble.
    public init(
        attempts: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(20),
        maximumWait: Duration = .seconds(60), statuses: Set<Int> = [408, 429, 500, 502, 503, 504],
        idempotencyKey: (@Sendable () -> String)? = nil
    ) {
        self.attempts = attempts
        self.base = base
        self.cap = cap
        self.maximumWait = maximumWait
        self.statuses = statuses
        self.idempotencyKey = idempotencyKey
    }

    /// The bound of the random wait after so many failed sends ("full jitter").
    func bound(afterAttempt attempt: Int) -> Duration {
        var bound = base
        for _ in 1..<max(attempt, 1) where bound < cap { bound = bound * 2 }
        return min(bound, cap)
    }
}
