#if !canImport(Combine)
extension Publisher {
    /// Delivers at most one value per `interval`: the latest, or the first one.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

extension Publishers {
    /// What `throttle` returns.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How far apart they are delivered at least.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where they are delivered.
        public let scheduler: Context
        /// Whether the latest value of an interval counts, not the first.
        public let latest: Bool

        /// Thins out the values of `upstream`.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(ThrottleRelay(self, subscriber))
        }
    }
}

private final class ThrottleRelay<Context: Scheduler, Downstream: Subscriber>: Relay<Outlet<Downstream>>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Not the publisher itself: it would keep the upstream.
    private let interval: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let latest: Bool
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var demand = Subscribers.Demand.none
    private var pendingInput: Input?
    private var pendingCompletion: Subscribers.Completion<Failure>?
    private var lastEmission: Context.SchedulerTimeType?

    init<Upstream>(_ throttle: Publishers.Throttle<Upstream, Context>, _ downstream: Downstream) {
        interval = throttle.interval
        scheduler = throttle.scheduler
        latest = throttle.latest
        // Read for nothing, here and twice below, as in Combine: a test's scheduler may count.
        _ = scheduler.now
        super.init("Throttle", Outlet(downstream))
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        _ = scheduler.now
        subscription.request(.unlimited)
        downstreamLock.withLock { downstream.receive(subscription: self) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isSubscribed else { return .none }
        let now = scheduler.now
        lock.lock()
        guard case .subscribed = status, demand != .none else {
            lock.unlock()
            return .none
        }
        if pendingInput != nil {
            let replaced = latest ? pendingInput.take() : nil
            if latest { pendingInput = input }
            lock.unlock()
            withExtendedLifetime(replaced) {}
            return .none
        }
        demand -= 1
        pendingInput = input
        let due = lastEmission.map { Swift.max(now, $0.advanced(by: interval)) } ?? now
        lock.unlock()
        if due == now {
            scheduler.schedule { self.emit() }
        } else {
            scheduler.schedule(after: due) { self.emit() }
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard isSubscribed else { return }
        _ = scheduler.now
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return
        }
        status = .pendingTerminal(subscription)
        pendingCompletion = completion
        let isScheduled = pendingInput != nil
        lock.unlock()
        if !isScheduled {
            scheduler.schedule { self.emit() }
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        lock.withLock {
            if case .subscribed = status { self.demand += demand }
        }
    }

    override func cancel() {
        lock.lock()
        let subscription = status.subscription
        status = .terminal
        let dropped = pendingInput.take()
        lock.unlock()
        withExtendedLifetime(dropped) {
            downstream.close()
            subscription?.cancel()
        }
    }

    /// Delivers what is pending: a value, the completion, or both.
    private func emit() {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        // The interval up to the next value begins here, unless there is no next one.
        let goesOn = lock.withLock { status.subscription != nil && pendingCompletion == nil }
        let now = goesOn ? scheduler.now : nil
        lock.lock()
        guard status.subscription != nil else {
            lock.unlock()
            return
        }
        let (input, completion) = (pendingInput.take(), pendingCompletion.take())
        if input != nil, let now { lastEmission = now }
        if completion != nil { status = .terminal }
        lock.unlock()
        if let input {
            let more = downstream.receive(input)
            if more != .none {
                lock.withLock { demand += more }
            }
        }
        if let completion {
            downstream.receive(completion: completion)
        }
    }
}
#endif
