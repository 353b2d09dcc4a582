#if !canImport(Combine)
extension Publisher {
    /// Delivers a value once `dueTime` has passed without another one.
    ///
    /// A value that is waiting when the stream ends, or that is due when nobody has asked for one, is dropped.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// What `debounce` returns.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long it must be quiet.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// Where values are delivered.
        public let scheduler: Context
        /// How they are scheduled.
        public let options: Context.SchedulerOptions?

        /// Waits for pauses of `upstream`.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(DebounceRelay(self, subscriber))
        }
    }
}

private final class DebounceRelay<Context: Scheduler, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Not the publisher itself: it would keep the upstream.
    private let dueTime: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let options: Context.SchedulerOptions?
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var value: Input?
    /// Which value is waiting; timers of earlier ones find that they are late.
    private var generation = 0
    private var timer: (any Cancellable)?
    private var demand = Subscribers.Demand.none

    init<Upstream>(_ debounce: Publishers.Debounce<Upstream, Context>, _ downstream: Downstream) {
        dueTime = debounce.dueTime
        scheduler = debounce.scheduler
        options = debounce.options
        super.init("Debounce", downstream)
    }

    override var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [("downstream", downstream), ("downstreamDemand", demand), ("currentValue", value as Any)]
        }
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        downstreamLock.withLock { downstream.receive(subscription: self) }
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return .none
        }
        generation += 1
        let generation = generation
        let (oldValue, oldTimer) = (value.take(), timer.take())
        value = input
        lock.unlock()

        let newTimer = scheduler.schedule(
            after: scheduler.now.advanced(by: dueTime), interval: dueTime, tolerance: scheduler.minimumTolerance,
            options: options
        ) {
            self.due(generation)
        }
        lock.lock()
        let isCurrent = self.generation == generation && value != nil
        if isCurrent {
            timer = newTimer
        }
        lock.unlock()
        if !isCurrent {
            newTimer.cancel()
        }
        withExtendedLifetime(oldValue) {
            oldTimer?.cancel()
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        dropPending()
        scheduler.schedule {
            self.downstreamLock.withLock { self.downstream.receive(completion: completion) }
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        lock.withLock {
            if case .subscribed = status { self.demand += demand }
        }
    }

    override func cancel() {
        guard let subscription = terminate() else { return }
        dropPending()
        subscription.cancel()
    }

    private func due(_ generation: Int) {
        lock.lock()
        guard case .subscribed = status, generation == self.generation, let due = value.take() else {
            lock.unlock()
            return
        }
        let timer = timer.take()
        let isWanted = demand != .none
        demand -= isWanted ? 1 : 0
        lock.unlock()
        timer?.cancel()
        guard isWanted else { return }
        downstreamLock.lock()
        let more = downstream.receive(due)
        downstreamLock.unlock()
        if more != .none {
            lock.withLock { demand += more }
        }
    }

    private func dropPending() {
        lock.lock()
        let (value, timer) = (value.take(), timer.take())
        lock.unlock()
        withExtendedLifetime(value) {
            timer?.cancel()
        }
    }
}
#endif
