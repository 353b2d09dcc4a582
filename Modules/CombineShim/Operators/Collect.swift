#if !canImport(Combine)
extension Publisher {
    /// All values in one array, once the stream has finished.
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }

    /// The values in arrays of `count`; the last one may be shorter.
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// What `collect()` returns.
    public struct Collect<Upstream: Publisher>: Publisher {
        /// All values.
        public typealias Output = [Upstream.Output]
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Collects the values of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(
                FoldRelay("Collect", subscriber, initial: [], failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(Failure) in
                    result?.append(value)
                    return false
                })
        }
    }

    /// What `collect(_:)` returns.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Some values.
        public typealias Output = [Upstream.Output]
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many values make an array.
        public let count: Int

        /// Collects the values of `upstream`.
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(CollectByCountRelay<Upstream.Output, S>(subscriber, count: count))
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

private final class CollectByCountRelay<Input, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Downstream.Input == [Input] {
    typealias Failure = Downstream.Failure

    private let count: Int
    /// Guarded by `lock`.
    private var buffer: [Input] = []

    init(_ downstream: Downstream, count: Int) {
        self.count = count
        super.init("CollectByCount", downstream)
    }

    override var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("downstream", downstream), ("upstreamSubscription", status.subscription as Any),
                ("buffer", buffer), ("count", count),
            ]
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return .none
        }
        buffer.append(input)
        guard buffer.count == count else {
            lock.unlock()
            return .none
        }
        let output = buffer.take()
        lock.unlock()
        return downstream.receive(output) * count
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        // As in Combine, it is the upstream's part to complete once, and not after it was cancelled.
        lock.lock()
        status = .terminal
        let rest = buffer.take()
        lock.unlock()
        if case .finished = completion, !rest.isEmpty {
            _ = downstream.receive(rest)
        }
        downstream.receive(completion: completion)
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        super.request(demand * count)
    }

    override func cancel() {
        super.cancel()
        let released = lock.withLock { buffer.take() }
        withExtendedLifetime(released) {}
    }
}
#endif
