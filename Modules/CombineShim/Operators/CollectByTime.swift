#if !canImport(Combine)
extension Publisher {
    /// Delivers the values that have come in a span of time as one array, if there are any.
    ///
    /// A failure drops what has been collected; at any other end it is delivered first.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

extension Publishers {
    /// When collected values are delivered.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// At the end of each interval.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// At the end of each interval, and whenever there are so many.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// What `collect` returns when it is given a span of time.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// Arrays of the upstream's values.
        public typealias Output = [Upstream.Output]
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// When they are delivered, and where.
        public let strategy: Publishers.TimeGroupingStrategy<Context>
        /// How they are scheduled.
        public let options: Context.SchedulerOptions?

        /// Collects the values of `upstream`.
        public init(
            upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay: CollectByTimeRelay<Upstream.Output, Context, S> =
                switch strategy {
                case .byTime(let scheduler, let interval):
                    CollectByTimeRelay(subscriber, scheduler, interval, count: nil, options)
                case .byTimeOrCount(let scheduler, let interval, let count):
                    CollectByTimeRelay(subscriber, scheduler, interval, count: count, options)
                }
            upstream.subscribe(relay)
        }
    }
}

private final class CollectByTimeRelay<Input, Context: Scheduler, Downstream: Subscriber>: Relay<Downstream>,
    Subscriber
where Downstream.Input == [Input] {
    typealias Failure = Downstream.Failure

    private let scheduler: Context
    private let interval: Context.SchedulerTimeType.Stride
    private let count: Int?
    private let options: Context.SchedulerOptions?
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var buffer: [Input] = []
    /// Arrays that are full and not delivered yet.
    private var full = Fifo<[Input]>()
    private var demand = Subscribers.Demand.none
    private var timer: (any Cancellable)?

    init(
        _ downstream: Downstream, _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, count: Int?,
        _ options: Context.SchedulerOptions?
    ) {
        self.scheduler = scheduler
        self.interval = interval
        self.count = count
        self.options = options
        super.init("CollectByTime", downstream)
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
            options: options
        ) {
            self.deliver(atEndOfInterval: true)
        }
        lock.lock()
        // The upstream may have completed while the timer was being set.
        let isRunning = status.subscription != nil
        if isRunning {
            self.timer = timer
        }
        lock.unlock()
        if !isRunning {
            timer.cancel()
        }
        downstreamLock.withLock { downstream.receive(subscription: self) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return .none
        }
        buffer.append(input)
        let isFull = buffer.count == count
        if isFull {
            full.append(buffer.take())
        }
        lock.unlock()
        if isFull {
            scheduler.schedule(options: options) { self.deliver(atEndOfInterval: false) }
        }
        // An interval takes as many values as come.
        return count == nil ? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return
        }
        status = .pendingTerminal(subscription)
        lock.unlock()
        scheduler.schedule(options: options) { self.finish(completion) }
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return
        }
        self.demand += demand
        lock.unlock()
        subscription.request(count.map { demand * $0 } ?? .max(1))
    }

    override func cancel() {
        end()?.cancel()
    }

    /// Delivers what is full and, at the end of an interval, the rest, as far as it has been asked for.
    private func deliver(atEndOfInterval: Bool) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        if atEndOfInterval, !buffer.isEmpty, demand != .none {
            full.append(buffer.take())
        }
        while demand != .none, let output = full.popFirst() {
            demand -= 1
            lock.unlock()
            let more = downstream.receive(output)
            if more != .none {
                request(more)
            }
            lock.lock()
        }
        lock.unlock()
    }

    /// As with a count alone, what is left at the end is delivered whether or not it was asked for.
    private func finish(_ completion: Subscribers.Completion<Failure>) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        if case .finished = completion {
            while let output = lock.withLock({ full.popFirst() ?? (buffer.isEmpty ? nil : buffer.take()) }) {
                _ = downstream.receive(output)
            }
        }
        guard end() != nil else { return }
        downstream.receive(completion: completion)
    }

    /// Ends whatever is running, and returns the subscription if it was.
    private func end() -> (any Subscription)? {
        lock.lock()
        let subscription = status.subscription
        status = .terminal
        let timer = timer.take()
        let dropped = (buffer.take(), full.removeAll())
        lock.unlock()
        withExtendedLifetime(dropped) {
            timer?.cancel()
        }
        return subscription
    }
}
#endif
