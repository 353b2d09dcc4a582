#if !canImport(Combine)
extension Publisher {
    /// Instead of failing, delivers `output` and finishes.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }

    /// Delivers `output` if the stream finishes without any value.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// What `replaceError(with:)` returns.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// It cannot fail.
        public typealias Failure = Never

        /// What is delivered instead of an error.
        public let output: Upstream.Output
        /// Where the values come from.
        public let upstream: Upstream

        /// Replaces the error of `upstream`.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == Never {
            upstream.subscribe(ReplaceErrorRelay<Upstream.Failure, S>(subscriber, output: output))
        }
    }

    /// What `replaceEmpty(with:)` returns.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// What is delivered instead of nothing.
        public let output: Upstream.Output
        /// Where the values come from.
        public let upstream: Upstream

        /// Replaces the emptiness of `upstream`.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(ReplaceEmptyRelay(subscriber, output: output))
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

private final class ReplaceErrorRelay<Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Downstream.Failure == Never {
    typealias Input = Downstream.Input

    private let output: Input
    // Guarded by `lock`.
    private var demand = Subscribers.Demand.none
    /// The upstream has failed, but nobody has asked for the replacement yet.
    private var owesReplacement = false

    init(_ downstream: Downstream, output: Input) {
        self.output = output
        super.init("ReplaceError", downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
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

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed = status, !owesReplacement else {
            lock.unlock()
            return
        }
        if case .failure = completion {
            guard demand != .none else {
                owesReplacement = true
                lock.unlock()
                return
            }
            status = .terminal
            lock.unlock()
            deliverReplacement()
        } else {
            status = .terminal
            lock.unlock()
            downstream.receive(completion: .finished)
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        if owesReplacement {
            owesReplacement = false
            status = .terminal
            lock.unlock()
            deliverReplacement()
        } else {
            self.demand += demand
            let subscription = status.subscription
            lock.unlock()
            subscription?.request(demand)
        }
    }

    override func cancel() {
        lock.withLock { owesReplacement = false }
        super.cancel()
    }

    private func deliverReplacement() {
        _ = downstream.receive(output)
        downstream.receive(completion: .finished)
    }
}

private final class ReplaceEmptyRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let output: Input
    // Guarded by `lock`.
    private var isEmpty = true
    private var isRequested = false
    /// The upstream has finished empty, but nobody has asked for the replacement yet.
    private var owesReplacement = false

    init(_ downstream: Downstream, output: Input) {
        self.output = output
        super.init("ReplaceEmpty", downstream)
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        downstream.receive(subscription: self)
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return .none
        }
        isEmpty = false
        lock.unlock()
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return
        }
        status = .terminal
        if case .finished = completion, isEmpty {
            guard isRequested else {
                owesReplacement = true
                lock.unlock()
                return
            }
            lock.unlock()
            deliverReplacement()
        } else {
            lock.unlock()
            downstream.receive(completion: completion)
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        isRequested = true
        if owesReplacement {
            owesReplacement = false
            lock.unlock()
            deliverReplacement()
        } else {
            lock.unlock()
            super.request(demand)
        }
    }

    override func cancel() {
        lock.withLock { owesReplacement = false }
        super.cancel()
    }

    private func deliverReplacement() {
        _ = downstream.receive(output)
        downstream.receive(completion: .finished)
    }
}
#endif
