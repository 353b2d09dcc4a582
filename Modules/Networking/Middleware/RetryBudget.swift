import ModuleSupport

/// Keeps retries from turning a server's trouble into an overload: each request earns a fraction of a retry, each retry
/// spends one. Share one budget among the sessions that talk to the same server. Safe to use from any thread.
public final class RetryBudget: Sendable {
    private let share: Double
    private let maximum: Double
    private let balance: Locked<Double>

    /// - Parameters:
    ///   - share: Retries earned by one request.
    ///   - reserve: What there is at first, and the most that can be saved.
    public init(share: Double = 0.2, reserve: Double = 10) {
        self.share = share
        maximum = reserve
        balance = Locked(reserve)
    }

    func earn() {
        balance.withLock { [share, maximum] in $0 = min(maximum, $0 + share) }
    }

    func spend() -> Bool {
        balance.withLock { balance in
            guard balance >= 1 else { return false }
            balance -= 1
            return true
        }
    }
}
