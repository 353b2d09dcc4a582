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
            let relay = PrefixUntilOutputRelay<Other, S>(subscriber)
            other.subscribe(PrefixTrigger(relay: relay))
            upstream.subscribe(relay)
        }
    }
}

private final class PrefixUntilOutputRelay<Other: Publisher, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
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
        guard terminate() != nil else { return }
        endTrigger()?.cancel()
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }

    override func cancel() {
        let subscription = terminate()
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
        let before = status
        status = .terminal
        lock.unlock()
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        switch before {
        case .terminal: return
        case .subscribed(let subscription), .pendingTerminal(let subscription): subscription.cancel()
        // The other publisher was faster than the upstream: no subscriber gets a completion without a subscription.
        case .awaitingSubscription: downstream.receive(subscription: Subscriptions.empty)
        }
        downstream.receive(completion: .finished)
    }

    func endTrigger() -> (any Subscription)? {
        lock.withLock {
            let subscription = trigger.subscription
            trigger = .terminal
            return subscription
        }
    }
}

/// Listens to the other publisher.
private struct PrefixTrigger<Other: Publisher, Downstream: Subscriber>: Subscriber, Described {
    let relay: PrefixUntilOutputRelay<Other, Downstream>
    let combineIdentifier = CombineIdentifier()

    var description: String { relay.description }

    func receive(subscription: any Subscription) {
        relay.attachTrigger(subscription)
    }

    func receive(_ input: Other.Output) -> Subscribers.Demand {
        relay.trip()
        return .none
    }

    func receive(completion: Subscribers.Completion<Other.Failure>) {
        let released = relay.endTrigger()
        withExtendedLifetime(released) {}
    }
}
#endif
