#if !canImport(Combine)
/// The subscription of all `Publishers.CombineLatest…`: what one sends is combined with the latest of the others.
final class CombineLatestRelay<Downstream: Subscriber>: Subscription, Combiner, Described {
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private let combine: () -> Downstream.Input?
    private let slots: [any AnySlot]
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var upstreams: [SubscriptionStatus]
    private var demand = Subscribers.Demand.none
    private var unfinished: Int
    private var isOver = false
    /// A value that comes from inside the delivery of one is only kept.
    private var isDelivering = false
    private var isStarted = false
    /// The end, if it came before the downstream had its subscription.
    private var earlyCompletion: Subscribers.Completion<Failure>?

    init(_ downstream: Downstream, slots: [any AnySlot], combine: @escaping () -> Downstream.Input?) {
        self.downstream = downstream
        self.slots = slots
        self.combine = combine
        unfinished = slots.count
        upstreams = Array(repeating: .awaitingSubscription, count: slots.count)
    }

    var description: String { "CombineLatest" }

    var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("downstream", downstream), ("upstreamSubscriptions", upstreams.map(\.subscription)),
                ("demand", demand), ("buffers", slots),
            ]
        }
    }

    /// Hands down the subscription, once all publishers have been subscribed to.
    func start() {
        downstream.receive(subscription: self)
        lock.lock()
        isStarted = true
        let completion = earlyCompletion.take()
        lock.unlock()
        if let completion {
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }

    func receive(subscription: any Subscription, from side: Int) {
        lock.lock()
        guard !isOver, case .awaitingSubscription = upstreams[side] else {
            lock.unlock()
            subscription.cancel()
            return
        }
        upstreams[side] = .subscribed(subscription)
        let demand = demand
        lock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive<Input>(_ input: Input, into slot: Slot<Input>, from side: Int) -> Subscribers.Demand {
        // Taken first, so that what is delivered last is the latest, also when two publishers send at a time.
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return .none
        }
        let replaced = slot.replace(by: input)
        defer { withExtendedLifetime(replaced) {} }
        guard !isDelivering, demand != .none, let output = combine() else {
            lock.unlock()
            return .none
        }
        demand -= 1
        isDelivering = true
        lock.unlock()
        let more = downstream.receive(output)
        lock.lock()
        isDelivering = false
        demand += more
        lock.unlock()
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>, from side: Int) {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        upstreams[side] = .terminal
        unfinished -= 1
        if case .finished = completion, unfinished > 0 {
            lock.unlock()
            return
        }
        let leftover = end()
        let isDue = isStarted
        earlyCompletion = isDue ? nil : completion
        lock.unlock()
        leftover.cancel()
        if isDue {
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        self.demand += demand
        let running = upstreams.compactMap(\.subscription)
        lock.unlock()
        for upstream in running {
            upstream.request(demand)
        }
    }

    func cancel() {
        lock.lock()
        let leftover = end()
        earlyCompletion = nil
        lock.unlock()
        leftover.cancel()
    }

    /// Under the lock: forgets everything.
    private func end() -> Leftover {
        isOver = true
        let running = upstreams.compactMap(\.subscription)
        upstreams = Array(repeating: .terminal, count: upstreams.count)
        return Leftover(running: running, values: slots.map { $0.takeAll() })
    }
}
#endif
