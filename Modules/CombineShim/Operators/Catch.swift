#if !canImport(Combine)
extension Publisher {
    /// Continues with the publisher that `handler` makes of an error.
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// Continues with the publisher that `handler` makes of an error, or fails with what it throws.
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// What `catch` returns.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both publishers.
        public typealias Output = Upstream.Output
        /// The errors of the replacement.
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from at first.
        public let upstream: Upstream
        /// Makes the replacement.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Continues after an error of `upstream`.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = CatchRelay<Upstream, NewPublisher, S>(
                "Catch", subscriber, failure: { $0 }, handler: handler)
            upstream.subscribe(CatchRelay.Before(relay: relay))
        }
    }

    /// What `tryCatch` returns.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both publishers.
        public typealias Output = Upstream.Output
        /// Any error: the replacement's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from at first.
        public let upstream: Upstream
        /// Makes the replacement.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Continues after an error of `upstream`.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let relay = CatchRelay<Upstream, NewPublisher, S>(
                "TryCatch", subscriber, failure: { $0 }, handler: handler)
            upstream.subscribe(CatchRelay.Before(relay: relay))
        }
    }
}

private final class CatchRelay<Upstream: Publisher, NewPublisher: Publisher, Downstream: Subscriber>: Subscription,
    Described
where Downstream.Input == Upstream.Output, Downstream.Input == NewPublisher.Output {
    private enum State {
        case awaitingFirst
        case first(any Subscription)
        case awaitingSecond
        case second(any Subscription)
        case over
    }

    let description: String
    private let downstream: Downstream
    private let convert: (NewPublisher.Failure) -> Downstream.Failure
    private let handler: (Upstream.Failure) throws(Downstream.Failure) -> NewPublisher
    private let lock = Lock()
    // Guarded by `lock`.
    private var state = State.awaitingFirst
    /// What the downstream has asked for and not got from the first publisher.
    private var demand = Subscribers.Demand.none

    init(
        _ description: String, _ downstream: Downstream,
        failure convert: @escaping (NewPublisher.Failure) -> Downstream.Failure,
        handler: @escaping (Upstream.Failure) throws(Downstream.Failure) -> NewPublisher
    ) {
        self.description = description
        self.downstream = downstream
        self.convert = convert
        self.handler = handler
    }

    var mirrorChildren: [Mirror.Child] {
        lock.withLock { [("downstream", downstream), ("demand", demand)] }
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        var subscription: (any Subscription)?
        switch state {
        case .awaitingFirst: preconditionFailure("A request came before the subscription")
        case .first(let first):
            self.demand += demand
            subscription = first
        case .awaitingSecond: self.demand += demand
        case .second(let second): subscription = second
        case .over: break
        }
        lock.unlock()
        subscription?.request(demand)
    }

    func cancel() {
        lock.lock()
        var subscription: (any Subscription)?
        switch state {
        case .first(let current), .second(let current):
            subscription = current
            state = .over
        // As in Combine, there is nothing to cancel between the failure and the replacement's subscription.
        case .awaitingFirst, .awaitingSecond, .over: break
        }
        lock.unlock()
        subscription?.cancel()
    }

    private func receiveFirst(subscription: any Subscription) {
        lock.lock()
        guard case .awaitingFirst = state else {
            lock.unlock()
            subscription.cancel()
            return
        }
        state = .first(subscription)
        lock.unlock()
        downstream.receive(subscription: self)
    }

    private func receiveFirst(_ input: Downstream.Input) -> Subscribers.Demand {
        lock.withLock { demand.consumeOne() }
        let more = downstream.receive(input)
        if more != .none {
            lock.withLock { demand += more }
        }
        return more
    }

    private func receiveFirst(completion: Subscribers.Completion<Upstream.Failure>) {
        lock.lock()
        switch (completion, state) {
        case (.finished, .first):
            state = .over
            lock.unlock()
            downstream.receive(completion: .finished)
        case (.failure(let error), .first):
            state = .awaitingSecond
            lock.unlock()
            replace(error)
        case (.finished, _), (.failure, .over):
            lock.unlock()
        case (.failure, _):
            preconditionFailure("A completion came before the subscription")
        }
    }

    private func replace(_ error: Upstream.Failure) {
        do throws(Downstream.Failure) {
            try handler(error).subscribe(After(relay: self))
        } catch {
            lock.withLock { state = .over }
            downstream.receive(completion: .failure(error))
        }
    }

    private func receiveSecond(subscription: any Subscription) {
        lock.lock()
        guard case .awaitingSecond = state else {
            lock.unlock()
            subscription.cancel()
            return
        }
        state = .second(subscription)
        let demand = demand
        lock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    private func receiveSecond(completion: Subscribers.Completion<NewPublisher.Failure>) {
        lock.lock()
        guard case .second = state else {
            lock.unlock()
            return
        }
        state = .over
        lock.unlock()
        downstream.receive(completion: completion.mapFailure(convert))
    }

    /// The subscriber of the first publisher.
    struct Before: Subscriber, Described {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        let relay: CatchRelay

        var combineIdentifier: CombineIdentifier { relay.combineIdentifier }
        var description: String { relay.description }
        var mirrorChildren: [Mirror.Child] { relay.mirrorChildren }

        func receive(subscription: any Subscription) {
            relay.receiveFirst(subscription: subscription)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            relay.receiveFirst(input)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            relay.receiveFirst(completion: completion)
        }
    }

    /// The subscriber of the replacement.
    struct After: Subscriber, Described {
        typealias Input = NewPublisher.Output
        typealias Failure = NewPublisher.Failure

        let relay: CatchRelay

        var combineIdentifier: CombineIdentifier { relay.combineIdentifier }
        var description: String { relay.description }
        var mirrorChildren: [Mirror.Child] { relay.mirrorChildren }

        func receive(subscription: any Subscription) {
            relay.receiveSecond(subscription: subscription)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            relay.downstream.receive(input)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            relay.receiveSecond(completion: completion)
        }
    }
}
#endif
