#if !canImport(Combine)
extension Publisher {
    /// Runs closures when something passes, before it is passed on.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}

extension Publishers {
    /// What `handleEvents` returns.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Runs when the upstream sends its subscription.
        public var receiveSubscription: ((any Subscription) -> Void)?
        /// Runs for each value.
        public var receiveOutput: ((Upstream.Output) -> Void)?
        /// Runs at the end.
        public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
        /// Runs when the downstream cancels.
        public var receiveCancel: (() -> Void)?
        /// Runs when the downstream asks for values, also when it does so by its answer to one.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Watches `upstream`.
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(HandleEventsRelay(self, subscriber))
        }
    }
}

private final class HandleEventsRelay<Upstream: Publisher, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    /// Guarded by `lock`; `nil` after the end, so that the closures are released.
    private var events: Publishers.HandleEvents<Upstream>?

    init(_ events: Publishers.HandleEvents<Upstream>, _ downstream: Downstream) {
        self.events = events
        super.init("HandleEvents", downstream)
    }

    override func receive(subscription: any Subscription) {
        handlers?.receiveSubscription?(subscription)
        super.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        handlers?.receiveOutput?(input)
        let demand = downstream.receive(input)
        if demand != .none {
            handlers?.receiveRequest?(demand)
        }
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        handlers?.receiveCompletion?(completion)
        end()
        downstream.receive(completion: completion)
    }

    override func request(_ demand: Subscribers.Demand) {
        handlers?.receiveRequest?(demand)
        super.request(demand)
    }

    override func cancel() {
        handlers?.receiveCancel?()
        guard let subscription = terminate() else { return }
        end()
        subscription.cancel()
    }

    private var handlers: Publishers.HandleEvents<Upstream>? {
        lock.withLock { events }
    }

    private func end() {
        lock.lock()
        status = .terminal
        let released = events.take()
        lock.unlock()
        withExtendedLifetime(released) {}
    }
}
#endif
