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
            prefix.subscribe(Side(parent: relay, index: 0))
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

private final class ConcatenateRelay<Suffix: Publisher, Downstream: Subscriber>: Subscription, ManySided, Described
where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    private let downstream: Downstream
    private let suffix: Suffix
    private let lock = Lock()

    // Guarded by `lock`. The states of both publishers, and what of the demand is unmet.
    private var states = [SubscriptionStatus.awaitingSubscription, .awaitingSubscription]
    private var demand = Subscribers.Demand.none

    init(_ downstream: Downstream, suffix: Suffix) {
        self.downstream = downstream
        self.suffix = suffix
    }

    var description: String { "Concatenate" }

    func receive(subscription: any Subscription, from side: Int) {
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

    func receive(_ input: Downstream.Input, from side: Int) -> Subscribers.Demand {
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

    func receive(completion: Subscribers.Completion<Downstream.Failure>, from side: Int) {
        lock.lock()
        guard case .subscribed = states[side] else {
            lock.unlock()
            return
        }
        states[side] = .terminal
        lock.unlock()
        if case .finished = completion, side == 0 {
            suffix.subscribe(Side(parent: self, index: 1))
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
        lock.unlock()
        subscription?.cancel()
    }

    private var current: (any Subscription)? {
        states[0].subscription ?? states[1].subscription
    }
}
#endif
