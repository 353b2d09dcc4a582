#if !canImport(Combine)
extension Publisher {
    /// Keeps up to `size` values for a downstream that is slower than the upstream.
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// When a buffer asks its upstream for values.
    public enum PrefetchStrategy: Equatable, Hashable {
        /// As many as fit, at once and whenever there is room again.
        case keepFull
        /// Everything, at once.
        case byRequest
    }

    /// What a full buffer does with one more value.
    public enum BufferingStrategy<Failure: Error> {
        /// It drops that value.
        case dropNewest
        /// It drops the value that has waited longest.
        case dropOldest
        /// It fails.
        case customError(() -> Failure)
    }

    /// What `buffer` returns.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many values are kept.
        public let size: Int
        /// When the upstream is asked.
        public let prefetch: Publishers.PrefetchStrategy
        /// What happens when the buffer is full.
        public let whenFull: Publishers.BufferingStrategy<Failure>

        /// Buffers the values of `upstream`.
        public init(
            upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
            whenFull: Publishers.BufferingStrategy<Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(BufferRelay(self, subscriber))
        }
    }
}

private final class BufferRelay<Upstream: Publisher, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Not the publisher itself: it would keep the upstream.
    private let size: Int
    private let prefetch: Publishers.PrefetchStrategy
    private let whenFull: Publishers.BufferingStrategy<Failure>

    // Guarded by `lock`.
    private var values = Fifo<Input>()
    private var demand = Subscribers.Demand.none
    private var terminal: Subscribers.Completion<Failure>?
    /// A request or a value from inside a delivery is served by the loop that is running.
    private var isDraining = false

    init(_ buffer: Publishers.Buffer<Upstream>, _ downstream: Downstream) {
        size = buffer.size
        prefetch = buffer.prefetch
        whenFull = buffer.whenFull
        super.init("Buffer", downstream)
    }

    override var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("values", values.all), ("state", status), ("downstreamDemand", demand),
                ("terminal", terminal as Any),
            ]
        }
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        subscription.request(prefetch == .keepFull ? .max(size) : .unlimited)
        downstream.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return .none
        }
        if case .failure = terminal {
            lock.unlock()
            return .none
        }
        var dropped: Input?
        if values.count >= size {
            switch whenFull {
            case .dropNewest:
                dropped = input
            case .dropOldest:
                dropped = values.popFirst()
                values.append(input)
            case .customError(let makeError):
                lock.unlock()
                let error = makeError()
                lock.withLock { terminal = .failure(error) }
                subscription.cancel()
                return .none
            }
        } else {
            values.append(input)
        }
        lock.unlock()
        return withExtendedLifetime(dropped) { drain() }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed = status, terminal == nil else {
            lock.unlock()
            return
        }
        terminal = completion
        lock.unlock()
        _ = drain()
    }

    override func request(_ demand: Subscribers.Demand) {
        lock.lock()
        guard case .subscribed(let subscription) = status else {
            lock.unlock()
            return
        }
        self.demand += demand
        lock.unlock()
        let more = drain()
        if more != .none {
            subscription.request(more)
        }
    }

    override func cancel() {
        guard let subscription = terminate() else { return }
        let dropped = lock.withLock { values.removeAll() }
        withExtendedLifetime(dropped) {
            subscription.cancel()
        }
    }

    /// Delivers what has been asked for and then, if all is over, the completion. A failure does not wait for values
    /// that nobody has asked for.
    ///
    /// - Returns: how many values the upstream may send for the room that was made.
    private func drain() -> Subscribers.Demand {
        var room = Subscribers.Demand.none
        lock.lock()
        guard !isDraining else {
            lock.unlock()
            return .none
        }
        isDraining = true
        while case .subscribed = status, demand != .none, let value = values.popFirst() {
            demand -= 1
            lock.unlock()
            let more = downstream.receive(value)
            if prefetch == .keepFull { room += 1 }
            lock.lock()
            demand += more
        }
        isDraining = false
        guard case .subscribed = status, let terminal, isDue(terminal) else {
            lock.unlock()
            return room
        }
        status = .terminal
        lock.unlock()
        downstream.receive(completion: terminal)
        return room
    }

    /// Under the lock.
    private func isDue(_ completion: Subscribers.Completion<Failure>) -> Bool {
        switch completion {
        case .failure: demand == .none || values.isEmpty
        case .finished: demand != .none && values.isEmpty
        }
    }
}
#endif
