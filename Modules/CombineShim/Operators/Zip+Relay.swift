#if !canImport(Combine)
/// The subscription of all `Publishers.Zip…`: the values of each publisher wait until all others have one.
final class ZipRelay<Downstream: Subscriber>: Subscription, Combiner, Described {
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    /// Takes one value from each slot.
    private let combine: () -> Downstream.Input?
    private let slots: [any AnySlot]
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var upstreams: [SubscriptionStatus]
    /// What was asked for from inside a call to the downstream; passed on after it.
    private var pendingDemand = Subscribers.Demand.none
    private var isCalling = false
    private var isStarted = false
    private var isOver = false
    /// The end, if it came before the downstream had its subscription.
    private var earlyCompletion: Subscribers.Completion<Failure>?

    init(_ downstream: Downstream, slots: [any AnySlot], combine: @escaping () -> Downstream.Input?) {
        self.downstream = downstream
        self.slots = slots
        self.combine = combine
        upstreams = Array(repeating: .awaitingSubscription, count: slots.count)
    }

    var description: String { "Zip" }

    func receive(subscription: any Subscription, from side: Int) {
        lock.lock()
        guard case .awaitingSubscription = upstreams[side] else {
            lock.unlock()
            subscription.cancel()
            return
        }
        let isLate = isOver
        upstreams[side] = isLate ? .terminal : .subscribed(subscription)
        let isComplete = upstreams.allSatisfy {
            if case .awaitingSubscription = $0 { false } else { true }
        }
        lock.unlock()
        if isLate {
            subscription.cancel()
        }
        if isComplete {
            start()
        }
    }

    func receive<Input>(_ input: Input, into slot: Slot<Input>, from side: Int) -> Subscribers.Demand {
        // Taken first, so that the tuples are delivered in the order in which they were made.
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return .none
        }
        slot.append(input)
        guard !slots.contains(where: \.isEmpty), let output = combine() else {
            lock.unlock()
            return .none
        }
        let wasCalling = isCalling
        isCalling = true
        lock.unlock()
        let more = downstream.receive(output)
        lock.lock()
        isCalling = wasCalling
        if isExhausted {
            completeAndUnlock(.finished)
            return .none
        }
        let demand = more + pendingDemand
        pendingDemand = .none
        let others = demand == .none ? [] : running(except: side)
        lock.unlock()
        for upstream in others {
            upstream.request(demand)
        }
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>, from side: Int) {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        if case .finished = completion {
            upstreams[side] = .terminal
            guard isExhausted else {
                lock.unlock()
                return
            }
        }
        // As in Combine, a publisher that has failed is cancelled like the others.
        completeAndUnlock(completion)
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        if isCalling {
            pendingDemand += demand
            lock.unlock()
            return
        }
        let upstreams = running()
        lock.unlock()
        for upstream in upstreams {
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

    /// All publishers have sent their subscription: now the downstream gets its own.
    private func start() {
        downstreamLock.lock()
        lock.withLock { isCalling = true }
        downstream.receive(subscription: self)
        lock.lock()
        isCalling = false
        isStarted = true
        let demand = pendingDemand
        pendingDemand = .none
        let completion = earlyCompletion.take()
        let upstreams = isOver ? [] : running()
        lock.unlock()
        if let completion {
            downstream.receive(completion: completion)
        }
        downstreamLock.unlock()
        if demand != .none {
            for upstream in upstreams {
                upstream.request(demand)
            }
        }
    }

    /// Whether a publisher has finished and its values are used up, so that no tuple can come any more.
    private var isExhausted: Bool {
        zip(upstreams, slots).contains { upstream, slot in
            if case .terminal = upstream { slot.isEmpty } else { false }
        }
    }

    private func completeAndUnlock(_ completion: Subscribers.Completion<Failure>) {
        let leftover = end()
        let isDue = isStarted
        earlyCompletion = isDue ? nil : completion
        lock.unlock()
        leftover.cancel()
        if isDue {
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }

    /// Under the lock: forgets everything.
    private func end() -> Leftover {
        isOver = true
        let running = running()
        for side in upstreams.indices {
            if case .subscribed = upstreams[side] { upstreams[side] = .terminal }
        }
        return Leftover(running: running, values: slots.map { $0.takeAll() })
    }

    private func running(except side: Int? = nil) -> [any Subscription] {
        upstreams.indices.filter { $0 != side }.compactMap { upstreams[$0].subscription }
    }
}
#endif
