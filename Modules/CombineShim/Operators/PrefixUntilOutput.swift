#if !canImport(Combine)
extension Publisher {
    /// The values up to the first of `publisher`, then the end.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// What `prefix(untilOutputFrom:)` returns.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream; the other publisher's are ignored.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose first value ends them.
        public let other: Other

        /// Takes values of `upstream` until `other` has one.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = PrefixUntilOutputRelay<Other.Failure, S>(subscriber)
            other.subscribe(Trigger<Other.Output, PrefixUntilOutputRelay<Other.Failure, S>>(parent: relay))
            upstream.subscribe(relay)
        }
    }
}

private final class PrefixUntilOutputRelay<TriggerFailure: Error, Downstream: Subscriber>: Relay<Downstream>,
    Subscriber, Triggered
{
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstreamLock = Lock(recursive: true)
    /// What is known of the other publisher. Guarded by `lock`.
    private var trigger = SubscriptionStatus.awaitingSubscription

    init(_ downstream: Downstream) {
        super.init("PrefixUntilOutput", downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstreamLock.withLock { isSubscribed ? downstream.receive(input) : .none }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let isDue = terminateAnyway() != nil
        endTrigger()?.cancel()
        if isDue {
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }

    override func cancel() {
        let subscription = terminateAnyway()
        let trigger = endTrigger()
        subscription?.cancel()
        trigger?.cancel()
    }

    func attachTrigger(_ subscription: any Subscription) {
        lock.lock()
        guard case .awaitingSubscription = trigger else {
            lock.unlock()
            subscription.cancel()
            return
        }
        trigger = .subscribed(subscription)
        lock.unlock()
        subscription.request(.max(1))
    }

    func trip() {
        lock.lock()
        guard case .subscribed = trigger else {
            lock.unlock()
            return
        }
        trigger = .terminal
        let isOver = if case .terminal = status { true } else { false }
        let subscription = status.subscription
        status = .terminal
        lock.unlock()
        guard !isOver else { return }
        downstreamLock.withLock {
            subscription?.cancel()
            // As in Combine, a downstream gets it even if the other publisher was faster than the upstream.
            downstream.receive(completion: .finished)
        }
    }

    func triggerCompleted(_ completion: Subscribers.Completion<TriggerFailure>) {
        let released = endTrigger()
        withExtendedLifetime(released) {}
    }

    private func endTrigger() -> (any Subscription)? {
        lock.withLock {
            let subscription = trigger.subscription
            trigger = .terminal
            return subscription
        }
    }
}
#endif
