#if !canImport(Combine)
extension Publisher {
    /// Drops the first `count` values.
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}

extension Publishers {
    /// What `dropFirst` returns.
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many values are dropped.
        public let count: Int

        /// Drops the first `count` values of `upstream`.
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = DropRelay(subscriber, count: count)
            subscriber.receive(subscription: relay)
            upstream.subscribe(relay)
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

/// Asks the upstream for what the downstream asks for and for what is going to be dropped.
private final class DropRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Guarded by `lock`.
    private var remaining: Int
    private var pendingDemand = Subscribers.Demand.none
    private var hasCompleted = false

    init(_ downstream: Downstream, count: Int) {
        remaining = count
        super.init("Drop", downstream)
    }

    override func receive(subscription: any Subscription) {
        precondition(remaining >= 0, "count must not be negative")
        guard attach(subscription) else { return }
        let demand = lock.withLock { pendingDemand + remaining }
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let isDropped = lock.withLock {
            if isCancelled { return true }
            guard remaining > 0 else { return false }
            remaining -= 1
            return true
        }
        return isDropped ? .none : downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        if isCancelled {
            lock.unlock()
            return
        }
        // As in Combine, the upstream may come again.
        status = .awaitingSubscription
        hasCompleted = true
        lock.unlock()
        downstream.receive(completion: completion)
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let subscription: (any Subscription)? = lock.withLock {
            if case .awaitingSubscription = status { pendingDemand += demand }
            return status.subscription
        }
        subscription?.request(demand)
    }

    /// Unlike in Combine, an upstream that comes only now is cancelled: nobody else could end it.
    override func cancel() {
        let subscription = lock.withLock {
            let subscription = status.subscription
            status = hasCompleted ? .awaitingSubscription : .terminal
            return subscription
        }
        subscription?.cancel()
    }

    /// Under the lock.
    private var isCancelled: Bool {
        if case .terminal = status { true } else { false }
    }
}
#endif
