#if !canImport(Combine)
extension Publisher {
    /// Subscribes again when the stream fails, up to `retries` times; the failure after that is passed on.
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers {
    /// What `retry` returns.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How often it is subscribed to again; without end if `nil`.
        public let retries: Int?

        /// Retries `upstream`.
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(RetryRelay(self, subscriber))
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

private final class RetryRelay<Upstream: Publisher, Downstream: Subscriber>: Relay<Outlet<Downstream>>,
    Subscriber
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Guarded by `lock`. While `status` awaits a subscription, the relay is between two attempts, or before the first.
    private var upstream: Upstream?
    private var remaining: Int?
    private var demand = Subscribers.Demand.none
    private var isConnected = false
    /// A failure from inside `subscribe` is handled by the loop that is running, not by recursion.
    private var isResubscribing = false
    private var needsResubscribe = false

    init(_ retry: Publishers.Retry<Upstream>, _ downstream: Downstream) {
        upstream = retry.upstream
        remaining = retry.retries
        super.init("Retry", Outlet(downstream))
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        lock.lock()
        let demand = demand
        let isFirst = !isConnected
        isConnected = true
        lock.unlock()
        if isFirst {
            downstream.receive(subscription: self)
        }
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        if case .terminal = status {
            lock.unlock()
            return .none
        }
        demand.consumeOne()
        lock.unlock()
        let more = downstream.receive(input)
        guard more != .none else { return .none }
        lock.lock()
        demand += more
        let subscription = status.subscription
        lock.unlock()
        subscription?.request(more)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        if case .terminal = status {
            lock.unlock()
            return
        }
        if case .failure = completion, remaining != 0, let upstream {
            status = .awaitingSubscription
            remaining = remaining.map { $0 - 1 }
            resubscribeAndUnlock(to: upstream)
        } else {
            status = .terminal
            let released = upstream.take()
            lock.unlock()
            withExtendedLifetime(released) {
                downstream.receive(completion: completion)
            }
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        lock.lock()
        if case .terminal = status {
            lock.unlock()
            return
        }
        self.demand += demand
        let subscription = status.subscription
        lock.unlock()
        subscription?.request(demand)
    }

    override func cancel() {
        lock.lock()
        let subscription = status.subscription
        status = .terminal
        let released = upstream.take()
        lock.unlock()
        withExtendedLifetime(released) {
            downstream.close()
            subscription?.cancel()
        }
    }

    private func resubscribeAndUnlock(to upstream: Upstream) {
        if isResubscribing {
            needsResubscribe = true
            lock.unlock()
            return
        }
        isResubscribing = true
        repeat {
            needsResubscribe = false
            lock.unlock()
            upstream.subscribe(self)
            lock.lock()
        } while needsResubscribe
        isResubscribing = false
        lock.unlock()
    }
}
#endif
