#if !canImport(Combine)
extension Publisher {
    /// Subscribes, asks for values and cancels on `scheduler`; values come where the upstream sends them.
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// What `subscribe(on:)` returns.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where the upstream is talked to.
        public let scheduler: Context
        /// How that is scheduled.
        public let options: Context.SchedulerOptions?

        /// Talks to `upstream` on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (upstream, scheduler, options) = (upstream, scheduler, options)
            let relay = SubscribeOnRelay(subscriber) { scheduler.schedule(options: options, $0) }
            scheduler.schedule(options: options) {
                upstream.subscribe(relay)
            }
        }
    }
}

private final class SubscribeOnRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    /// Held while the upstream is talked to, in case the scheduler runs several actions at a time.
    private let upstreamLock = Lock(recursive: true)
    private let schedule: (@escaping () -> Void) -> Void

    init(_ downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
        self.schedule = schedule
        super.init("SubscribeOn", downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        isSubscribed ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        downstream.receive(completion: completion)
    }

    override func request(_ demand: Subscribers.Demand) {
        guard let subscription = activeSubscription else { return }
        schedule {
            self.upstreamLock.withLock { subscription.request(demand) }
        }
    }

    override func cancel() {
        guard let subscription = terminate() else { return }
        schedule {
            self.upstreamLock.withLock { subscription.cancel() }
        }
    }
}
#endif
