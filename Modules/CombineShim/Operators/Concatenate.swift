#if !canImport(Combine)
extension Publisher {
    /// Delivers `elements` first.
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Delivers `elements` first.
    public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Delivers the values of `publisher` first; this publisher is subscribed to once that has finished.
    public func prepend<P: Publisher>(
        _ publisher: P
    ) -> Publishers.Concatenate<P, Self> where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Delivers `elements` at the end.
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Delivers `elements` at the end.
    public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Delivers the values of `publisher` at the end; it is subscribed to once this publisher has finished.
    public func append<P: Publisher>(
        _ publisher: P
    ) -> Publishers.Concatenate<Self, P> where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }
}

extension Publishers {
    /// What `prepend` and `append` return.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        /// The values of both.
        public typealias Output = Suffix.Output
        /// The errors of both.
        public typealias Failure = Suffix.Failure

        /// The publisher that comes first.
        public let prefix: Prefix
        /// The publisher that comes second.
        public let suffix: Suffix

        /// Delivers `prefix`, then `suffix`.
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = ConcatenateRelay(subscriber, suffix: suffix)
            prefix.subscribe(ConcatenateRelay.Before(relay: relay))
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

private final class ConcatenateRelay<Suffix: Publisher, Downstream: Subscriber>: Subscription, Described
where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    private let downstream: Downstream
    private let lock = Lock()

    // Guarded by `lock`. The publisher that comes second, until its turn; the states of both; the unmet demand.
    private var suffix: Suffix?
    private var states = [SubscriptionStatus.awaitingSubscription, .awaitingSubscription]
    private var demand = Subscribers.Demand.none

    init(_ downstream: Downstream, suffix: Suffix) {
        self.downstream = downstream
        self.suffix = suffix
    }

    var description: String { "Concatenate" }

    private func receive(subscription: any Subscription, from side: Int) {
        lock.lock()
        guard case .awaitingSubscription = states[side] else {
            lock.unlock()
            subscription.cancel()
            return
        }
        states[side] = .subscribed(subscription)
        let demand = demand
        lock.unlock()
        if side == 0 {
            downstream.receive(subscription: self)
        } else if demand != .none {
            subscription.request(demand)
        }
    }

    private func receive(_ input: Downstream.Input, from side: Int) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = states[side], side == 1 || demand != .none else {
            lock.unlock()
            return .none
        }
        demand -= 1
        lock.unlock()
        let more = downstream.receive(input)
        if more != .none {
            lock.withLock { demand += more }
        }
        return more
    }

    private func receive(completion: Subscribers.Completion<Downstream.Failure>, from side: Int) {
        lock.lock()
        guard case .subscribed = states[side] else {
            lock.unlock()
            return
        }
        states[side] = .terminal
        let suffix = suffix.take()
        lock.unlock()
        if case .finished = completion, let suffix {
            suffix.subscribe(After(relay: self))
        } else {
            downstream.receive(completion: completion)
        }
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        self.demand += demand
        let subscription = current
        lock.unlock()
        subscription?.request(demand)
    }

    func cancel() {
        lock.lock()
        let subscription = current
        states = [.terminal, .terminal]
        let suffix = suffix.take()
        lock.unlock()
        withExtendedLifetime(suffix) {
            subscription?.cancel()
        }
    }

    private var current: (any Subscription)? {
        states[0].subscription ?? states[1].subscription
    }

    /// The subscriber of the first publisher. As in Combine, it and the one of the second are of two types, and to both
    /// the relay lends its identifier.
    struct Before: Subscriber, Described {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        let relay: ConcatenateRelay

        var combineIdentifier: CombineIdentifier { relay.combineIdentifier }
        var description: String { relay.description }

        func receive(subscription: any Subscription) {
            relay.receive(subscription: subscription, from: 0)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            relay.receive(input, from: 0)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            relay.receive(completion: completion, from: 0)
        }
    }

    /// The subscriber of the second publisher.
    struct After: Subscriber, Described {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        let relay: ConcatenateRelay

        var combineIdentifier: CombineIdentifier { relay.combineIdentifier }
        var description: String { relay.description }

        func receive(subscription: any Subscription) {
            relay.receive(subscription: subscription, from: 1)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            relay.receive(input, from: 1)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            relay.receive(completion: completion, from: 1)
        }
    }
}
#endif
