#if !canImport(Combine)
extension Publisher {
    /// Drops the values up to the first of `publisher`.
    public func drop<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// What `drop(untilOutputFrom:)` returns.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of either publisher.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose first value lets them pass.
        public let other: Other

        /// Drops values of `upstream` until `other` has one.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = DropUntilOutputRelay(subscriber)
            subscriber.receive(subscription: relay)
            other.subscribe(Trigger<Other.Output, DropUntilOutputRelay<S>>(parent: relay))
            upstream.subscribe(relay)
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// The downstream has its subscription from the start, so what it asks for before the upstream is there is kept.
private final class DropUntilOutputRelay<Downstream: Subscriber>: Subscription, Subscriber, Triggered, Described {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure
    typealias TriggerFailure = Downstream.Failure

    let description = "DropUntilOutput"
    private let downstream: Downstream
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var upstream: (any Subscription)?
    private var trigger: (any Subscription)?
    private var isTripped = false
    /// The downstream has cancelled, or the upstream has completed.
    private var isOver = false
    // As in Combine, each publisher's end is passed on, but not of one that was cancelled and could not know it yet.
    private var isUpstreamCancelled = false
    private var isTriggerCancelled = false
    /// What was asked for, less what was dropped.
    private var unmet = Subscribers.Demand.none

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        lock.lock()
        guard upstream == nil, !isOver else {
            lock.unlock()
            subscription.cancel()
            return
        }
        upstream = subscription
        let demand = unmet
        lock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        let passes = lock.withLock {
            guard !isOver else { return false }
            // As in Combine, a value that is dropped is not asked for again.
            if !isTripped { unmet.consumeOne() }
            return isTripped
        }
        return passes ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard !isOver, !isUpstreamCancelled else {
            lock.unlock()
            return
        }
        isOver = true
        upstream = nil
        let running = trigger.take()
        isTriggerCancelled = running != nil
        lock.unlock()
        running?.cancel()
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        unmet += demand
        let subscription = upstream
        lock.unlock()
        subscription?.request(demand)
    }

    func cancel() {
        lock.lock()
        isOver = true
        isUpstreamCancelled = true
        isTriggerCancelled = true
        let running = [upstream.take(), trigger.take()]
        lock.unlock()
        for subscription in running {
            subscription?.cancel()
        }
    }

    func attachTrigger(_ subscription: any Subscription) {
        lock.lock()
        guard trigger == nil, !isOver else {
            lock.unlock()
            subscription.cancel()
            return
        }
        trigger = subscription
        lock.unlock()
        subscription.request(.max(1))
    }

    /// The first value has come. As in Combine, the other publisher is let go without being cancelled.
    func trip() {
        lock.lock()
        isTripped = true
        let released = trigger.take()
        lock.unlock()
        withExtendedLifetime(released) {}
    }

    /// Without a first value nothing would ever pass, so the stream ends. As in Combine, an upstream that comes later
    /// is asked for values all the same, and dropped.
    func triggerCompleted(_ completion: Subscribers.Completion<Failure>) {
        lock.lock()
        let released = trigger.take()
        let isEnd = !isTripped && !isTriggerCancelled
        let running = isEnd ? upstream.take() : nil
        isUpstreamCancelled = isUpstreamCancelled || running != nil
        lock.unlock()
        withExtendedLifetime(released) {
            running?.cancel()
        }
        if isEnd {
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }
}
#endif
