#if !canImport(Combine)
extension Publisher {
    /// The time that passed before each value, since the one before or the subscription.
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// What `measureInterval` returns.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// Spans of the scheduler's time.
        public typealias Output = Context.SchedulerTimeType.Stride
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose clock counts.
        public let scheduler: Context

        /// Measures `upstream`.
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(MeasureIntervalRelay<Upstream.Output, Context, S>(scheduler, subscriber))
        }
    }
}

private final class MeasureIntervalRelay<Input, Context: Scheduler, Downstream: Subscriber>: Relay<Downstream>,
    Subscriber
where Downstream.Input == Context.SchedulerTimeType.Stride {
    typealias Failure = Downstream.Failure

    private let scheduler: Context
    /// When the last value came, or else the subscription. Guarded by `lock`.
    private var last: Context.SchedulerTimeType?

    init(_ scheduler: Context, _ downstream: Downstream) {
        self.scheduler = scheduler
        super.init("MeasureInterval", downstream)
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        let now = scheduler.now
        lock.withLock { last = now }
        downstream.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isSubscribed else { return .none }
        let now = scheduler.now
        lock.lock()
        guard case .subscribed(let subscription) = status, let last else {
            lock.unlock()
            return .none
        }
        self.last = now
        lock.unlock()
        let demand = downstream.receive(last.distance(to: now))
        if demand != .none {
            subscription.request(demand)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        downstream.receive(completion: completion)
    }
}
#endif
