#if !canImport(Combine)
extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// The values of the latest publisher; the one before is cancelled when a new one comes.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Failure == Never {
    /// The values of the latest publisher, which may fail; the one before is cancelled when a new one comes.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
    /// The values of the latest publisher; the one before is cancelled when a new one comes.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// The values of the latest publisher, which cannot fail; the one before is cancelled when a new one comes.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>,
            Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publishers {
    /// What `switchToLatest` returns.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The values of the publishers.
        public typealias Output = P.Output
        /// The errors of all of them.
        public typealias Failure = P.Failure

        /// Where the publishers come from.
        public let upstream: Upstream

        /// Follows the latest publisher of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = SwitchToLatestRelay<P, S>(subscriber)
            subscriber.receive(subscription: relay)
            upstream.subscribe(relay)
        }
    }
}

private final class SwitchToLatestRelay<Inner: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
    ManySided, Described
where Downstream.Input == Inner.Output, Downstream.Failure == Inner.Failure {
    typealias Input = Inner
    typealias Failure = Inner.Failure

    private let downstream: Downstream
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var outer: (any Subscription)?
    private var inner: (any Subscription)?
    private var latest = 0
    private var awaitsInner = false
    private var demand = Subscribers.Demand.none
    private var isOuterFinished = false
    private var hasCompleted = false
    /// The downstream has cancelled, or an inner publisher was the last. As in Combine, an outer publisher that fails
    /// cancels the inner one, but does not stop what that one still sends.
    private var isOver = false

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    var description: String { "SwitchToLatest" }

    // MARK: Outer

    func receive(subscription: any Subscription) {
        lock.lock()
        guard outer == nil, !isOver else {
            lock.unlock()
            subscription.cancel()
            return
        }
        outer = subscription
        lock.unlock()
        subscription.request(.unlimited)
    }

    func receive(_ input: Inner) -> Subscribers.Demand {
        lock.lock()
        guard !isOver, !isOuterFinished else {
            lock.unlock()
            return .none
        }
        latest += 1
        awaitsInner = true
        let index = latest
        let previous = inner.take()
        lock.unlock()
        previous?.cancel()
        input.subscribe(Side(parent: self, index: index))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        outer = nil
        isOuterFinished = true
        if isOver {
            lock.unlock()
            return
        }
        if case .finished = completion, awaitsInner || inner != nil {
            lock.unlock()
            return
        }
        completeAndUnlock(completion)
    }

    // MARK: Inner

    func receive(subscription: any Subscription, from index: Int) {
        lock.lock()
        guard index == latest, !isOver, inner == nil else {
            lock.unlock()
            subscription.cancel()
            return
        }
        inner = subscription
        awaitsInner = false
        let demand = demand
        lock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive(_ input: Downstream.Input, from index: Int) -> Subscribers.Demand {
        // Taken first: once a newer publisher has taken over, or all is over, nothing of this one is delivered.
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        guard index == latest, !isOver else {
            lock.unlock()
            return .none
        }
        demand.consumeOne()
        lock.unlock()
        let more = downstream.receive(input)
        if more != .none {
            lock.withLock { demand += more }
        }
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
        lock.lock()
        guard index == latest, !isOver, !hasCompleted else {
            lock.unlock()
            return
        }
        precondition(!awaitsInner, "The inner publisher completed before it sent a subscription")
        inner = nil
        if case .finished = completion, !isOuterFinished {
            lock.unlock()
            return
        }
        isOver = true
        completeAndUnlock(completion)
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        self.demand += demand
        let inner = inner
        lock.unlock()
        inner?.request(demand)
    }

    func cancel() {
        lock.lock()
        isOver = true
        let (inner, outer) = (inner.take(), outer.take())
        lock.unlock()
        inner?.cancel()
        outer?.cancel()
    }

    /// Cancels what still runs and completes.
    private func completeAndUnlock(_ completion: Subscribers.Completion<Failure>) {
        hasCompleted = true
        let (inner, outer) = (inner.take(), outer.take())
        lock.unlock()
        inner?.cancel()
        outer?.cancel()
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }
}
#endif
