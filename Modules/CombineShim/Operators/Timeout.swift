#if !canImport(Combine)
extension Publisher {
    /// Ends the stream when `interval` passes without a value: with `customError`, or else by finishing.
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}

extension Publishers {
    /// What `timeout` returns.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long it may be quiet.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where values are delivered and time is measured.
        public let scheduler: Context
        /// How they are scheduled.
        public let options: Context.SchedulerOptions?
        /// The error of a timeout.
        public let customError: (() -> Upstream.Failure)?

        /// Watches over `upstream`.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(TimeoutRelay(self, subscriber))
        }
    }
}

private final class TimeoutRelay<Context: Scheduler, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Not the publisher itself: it would keep the upstream.
    private let interval: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let options: Context.SchedulerOptions?
    private let customError: (() -> Failure)?
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var timer: (any Cancellable)?
    /// Which timer counts; earlier ones find that they are late.
    private var generation = 0
    private var isRequested = false
    private var isCompleting = false

    init<Upstream>(
        _ timeout: Publishers.Timeout<Upstream, Context>, _ downstream: Downstream
    ) where Upstream.Failure == Failure {
        interval = timeout.interval
        scheduler = timeout.scheduler
        options = timeout.options
        customError = timeout.customError
        super.init("Timeout", downstream)
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        restartTimer()
        downstreamLock.withLock { downstream.receive(subscription: self) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isSubscribed else { return .none }
        restartTimer()
        scheduler.schedule(options: options) {
            self.deliver(input)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let isFirst = lock.withLock {
            guard case .subscribed = status, !isCompleting else { return false }
            isCompleting = true
            return true
        }
        guard isFirst else { return }
        stopTimer()
        scheduler.schedule(options: options) {
            guard self.terminate() != nil else { return }
            self.downstreamLock.withLock { self.downstream.receive(completion: completion) }
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        guard let subscription = activeSubscription else { return }
        let isFirst = lock.withLock {
            let isFirst = !isRequested
            isRequested = true
            return isFirst
        }
        // Time counts from when the downstream is ready.
        if isFirst {
            restartTimer()
        }
        subscription.request(demand)
    }

    override func cancel() {
        guard let subscription = terminate() else { return }
        stopTimer()
        subscription.cancel()
    }

    private func deliver(_ input: Input) {
        guard let subscription = activeSubscription else { return }
        downstreamLock.lock()
        let demand = downstream.receive(input)
        downstreamLock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    private func restartTimer() {
        stopTimer()
        let generation = lock.withLock { self.generation }
        let newTimer = scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
            options: options
        ) {
            self.timedOut(generation)
        }
        lock.lock()
        let isCurrent = if case .subscribed = status { generation == self.generation } else { false }
        if isCurrent {
            timer = newTimer
        }
        lock.unlock()
        if !isCurrent {
            newTimer.cancel()
        }
    }

    private func stopTimer() {
        lock.lock()
        generation += 1
        let old = timer.take()
        lock.unlock()
        old?.cancel()
    }

    private func timedOut(_ generation: Int) {
        lock.lock()
        guard case .subscribed(let subscription) = status, generation == self.generation else {
            lock.unlock()
            return
        }
        status = .terminal
        lock.unlock()
        stopTimer()
        subscription.cancel()
        let completion: Subscribers.Completion<Failure> = customError.map { .failure($0()) } ?? .finished
        downstreamLock.withLock { downstream.receive(completion: completion) }
    }
}
#endif
