#if !canImport(Combine)
extension Publisher {
    /// Makes a publisher of each value and delivers the values of them all, of at most `maxPublishers` at a time.
    public func flatMap<T, P>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, P: Publisher, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher that cannot fail of each value and delivers the values of them all.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P: Publisher, P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher that may fail of each value and delivers the values of them all.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> where P: Publisher {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Makes a publisher that cannot fail of each value and delivers the values of them all.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P: Publisher, P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publishers {
    /// What `flatMap` returns.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The values of the publishers that are made.
        public typealias Output = NewPublisher.Output
        /// The errors of all of them.
        public typealias Failure = Upstream.Failure

        /// Where the values come from of which publishers are made.
        public let upstream: Upstream
        /// How many of them may run at a time.
        public let maxPublishers: Subscribers.Demand
        /// Makes a publisher of a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes publishers of the values of `upstream`.
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = FlatMapRelay(subscriber, maxPublishers: maxPublishers, transform: transform)
            subscriber.receive(subscription: relay)
            upstream.subscribe(relay)
        }
    }
}

private final class FlatMapRelay<Input, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
    ManySided, Described
where Downstream.Input == NewPublisher.Output, Downstream.Failure == NewPublisher.Failure {
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private let maxPublishers: Subscribers.Demand
    private let transform: (Input) -> NewPublisher
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var outer: (any Subscription)?
    private var inners: [Int: any Subscription] = [:]
    private var lastInner = 0
    /// How many publishers have been made and have not sent their subscription yet.
    private var pendingInners = 0
    private var buffer = Fifo<(inner: Int, value: Downstream.Input)>()
    private var demand = Subscribers.Demand.none
    private var isOuterFinished = false
    private var isOver = false
    /// Which publisher has ended the stream. As in Combine, it is heard if it goes on nevertheless.
    private var failedInner: Int?
    /// The buffer is being delivered; further requests only add to the demand.
    private var isDraining = false
    /// Values that come from inside a request for one more go to the buffer; the loop that is running delivers them.
    private var isRequestingInner = false

    init(
        _ downstream: Downstream, maxPublishers: Subscribers.Demand, transform: @escaping (Input) -> NewPublisher
    ) {
        self.downstream = downstream
        self.maxPublishers = maxPublishers
        self.transform = transform
    }

    var description: String { "FlatMap" }

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
        subscription.request(maxPublishers)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard !lock.withLock({ isOver }) else { return .none }
        let publisher = transform(input)
        let inner = lock.withLock {
            lastInner += 1
            pendingInners += 1
            return lastInner
        }
        publisher.subscribe(Side(parent: self, index: inner))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        outer = nil
        isOuterFinished = true
        if case .failure = completion {
            failAndUnlock(completion, from: nil)
        } else {
            finishIfDoneAndUnlock()
        }
    }

    // MARK: Inner

    func receive(subscription: any Subscription, from inner: Int) {
        lock.lock()
        pendingInners -= 1
        guard !isOver else {
            lock.unlock()
            subscription.cancel()
            return
        }
        inners[inner] = subscription
        let wanted: Subscribers.Demand = demand == .unlimited ? .unlimited : .max(1)
        lock.unlock()
        subscription.request(wanted)
    }

    func receive(_ input: Downstream.Input, from inner: Int) -> Subscribers.Demand {
        lock.lock()
        guard !isOver || inner == failedInner else {
            lock.unlock()
            return .none
        }
        if demand == .unlimited {
            lock.unlock()
            deliver(input, from: inner)
            return .none
        }
        guard demand != .none, !isRequestingInner else {
            buffer.append((inner, input))
            lock.unlock()
            return .none
        }
        demand -= 1
        lock.unlock()
        deliver(input, from: inner)
        return .max(1)
    }

    func receive(completion: Subscribers.Completion<Failure>, from inner: Int) {
        lock.lock()
        if case .failure = completion {
            failAndUnlock(completion, from: inner)
            return
        }
        inners[inner] = nil
        let outer = maxPublishers == .unlimited ? nil : outer
        if !finishIfDoneAndUnlock() {
            outer?.request(.max(1))
        }
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        self.demand += demand
        if demand == .unlimited {
            let values = buffer.removeAll()
            let running = inners.sorted { $0.key < $1.key }.map(\.value)
            lock.unlock()
            for (inner, value) in values {
                deliver(value, from: inner)
            }
            for inner in running {
                inner.request(.unlimited)
            }
            lock.lock()
        } else if !isDraining {
            isDraining = true
            while !isOver, self.demand != .none, let (inner, value) = buffer.popFirst() {
                self.demand -= 1
                let source = inners[inner]
                lock.unlock()
                deliver(value, from: inner)
                if let source {
                    lock.withLock { isRequestingInner = true }
                    source.request(.max(1))
                    lock.withLock { isRequestingInner = false }
                }
                lock.lock()
            }
            isDraining = false
        }
        finishIfDoneAndUnlock()
    }

    func cancel() {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        isOver = true
        let leftover = takeInners()
        let outer = outer.take()
        lock.unlock()
        leftover.cancel()
        outer?.cancel()
    }

    private func deliver(_ value: Downstream.Input, from inner: Int) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        // Another thread may have completed while this one waited.
        guard lock.withLock({ !isOver || inner == failedInner }) else { return }
        let more = downstream.receive(value)
        if more != .none {
            lock.withLock { demand += more }
        }
    }

    /// Under the lock: forgets what is running and waiting.
    private func takeInners(except failed: Int? = nil) -> Leftover {
        let running = inners.sorted { $0.key < $1.key }.filter { $0.key != failed }.map(\.value)
        inners = [:]
        return Leftover(running: running, values: buffer.removeAll())
    }

    private func failAndUnlock(_ completion: Subscribers.Completion<Failure>, from failed: Int?) {
        guard !isOver else {
            lock.unlock()
            return
        }
        isOver = true
        failedInner = failed
        let leftover = takeInners(except: failed)
        // Like Combine, the outer publisher is not cancelled; what it sends from now on is ignored.
        let released = outer.take()
        lock.unlock()
        leftover.cancel()
        withExtendedLifetime(released) {}
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }

    /// Finishes when nothing can come any more; true if it did.
    @discardableResult
    private func finishIfDoneAndUnlock() -> Bool {
        guard !isOver, isOuterFinished, pendingInners == 0, inners.isEmpty, buffer.isEmpty else {
            lock.unlock()
            return false
        }
        isOver = true
        lock.unlock()
        downstreamLock.withLock { downstream.receive(completion: .finished) }
        return true
    }
}
#endif
