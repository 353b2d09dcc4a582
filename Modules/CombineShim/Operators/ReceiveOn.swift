#if !canImport(Combine)
extension Publisher {
    /// Delivers each value and the completion on `scheduler`, one action each, in their order if it runs one at a
    /// time.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }

    /// Delivers each value and the completion `interval` later, on `scheduler`.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// What `receive(on:)` returns.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where they are delivered.
        public let scheduler: Context
        /// How they are scheduled.
        public let options: Context.SchedulerOptions?

        /// Delivers the values of `upstream` on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (scheduler, options) = (scheduler, options)
            upstream.subscribe(
                ScheduledRelay("ReceiveOn", subscriber) { scheduler.schedule(options: options, $0) })
        }
    }

    /// What `delay` returns.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long they are held.
        public let interval: Context.SchedulerTimeType.Stride
        /// How inexact that may be.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// Where they are delivered.
        public let scheduler: Context
        /// How they are scheduled.
        public let options: Context.SchedulerOptions?

        /// Delivers the values of `upstream` later.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (scheduler, options, interval, tolerance) = (scheduler, options, interval, tolerance)
            upstream.subscribe(
                ScheduledRelay("Delay", subscriber) { action in
                    scheduler.schedule(
                        after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
                })
        }
    }
}

/// Delivers values and the completion through a scheduler.
private final class ScheduledRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstreamLock = Lock(recursive: true)
    private let schedule: (@escaping () -> Void) -> Void

    init(_ description: String, _ downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
        self.schedule = schedule
        super.init(description, downstream)
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        downstreamLock.withLock { downstream.receive(subscription: self) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isSubscribed else { return .none }
        schedule { self.deliver(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return
        }
        // Values that are still on their way are delivered; the upstream is no longer cancelled or asked for more.
        status = .pendingTerminal(subscription)
        lock.unlock()
        schedule { self.deliver(completion: completion) }
    }

    override func cancel() {
        lock.lock()
        var subscription: (any Subscription)?
        if case .subscribed(let active) = status { subscription = active }
        if status.subscription != nil { status = .terminal }
        lock.unlock()
        subscription?.cancel()
    }

    private func deliver(_ input: Input) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        guard lock.withLock({ status.subscription }) != nil else { return }
        let demand = downstream.receive(input)
        if demand != .none {
            lock.withLock { status.subscription }?.request(demand)
        }
    }

    /// As in Combine, a completion that is on its way arrives even if the downstream cancels meanwhile.
    private func deliver(completion: Subscribers.Completion<Failure>) {
        lock.withLock { status = .terminal }
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }
}
#endif
