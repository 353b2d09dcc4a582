#if !canImport(Combine)
/// The subscription of all `Publishers.Merge…`.
///
/// While the downstream has not asked for everything, each publisher is asked for one value at a time, and one value
/// of each may wait for demand.
final class MergeRelay<Downstream: Subscriber>: Subscription, ManySided, Described {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)

    // Guarded by `lock`.
    private var upstreams: [SubscriptionStatus]
    private var waiting = Fifo<(side: Int, value: Input)>()
    private var demand = Subscribers.Demand.none
    private var unfinished: Int
    private var isOver = false
    private var isDraining = false

    init(_ downstream: Downstream, count: Int) {
        self.downstream = downstream
        unfinished = count
        upstreams = Array(repeating: .awaitingSubscription, count: count)
    }

    var description: String { "Merge" }

    /// Hands down the subscription; a merger of nothing is finished then.
    func start() {
        downstream.receive(subscription: self)
        lock.lock()
        finishIfDoneAndUnlock()
    }

    /// The subscriber for one of the publishers.
    func side(_ index: Int) -> Side<MergeRelay> {
        Side(parent: self, index: index)
    }

    func receive(subscription: any Subscription, from side: Int) {
        lock.lock()
        guard !isOver, case .awaitingSubscription = upstreams[side] else {
            lock.unlock()
            subscription.cancel()
            return
        }
        upstreams[side] = .subscribed(subscription)
        let wanted: Subscribers.Demand = demand == .unlimited ? .unlimited : .max(1)
        lock.unlock()
        subscription.request(wanted)
    }

    func receive(_ input: Input, from side: Int) -> Subscribers.Demand {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return .none
        }
        if demand == .unlimited {
            lock.unlock()
            return deliver(input)
        }
        guard demand != .none else {
            waiting.append((side, input))
            lock.unlock()
            return .none
        }
        demand -= 1
        lock.unlock()
        _ = deliver(input)
        return .max(1)
    }

    func receive(completion: Subscribers.Completion<Failure>, from side: Int) {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return
        }
        upstreams[side] = .terminal
        switch completion {
        case .finished:
            unfinished -= 1
            finishIfDoneAndUnlock()
        case .failure:
            let leftover = end()
            lock.unlock()
            leftover.cancel()
            downstreamLock.withLock { downstream.receive(completion: completion) }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        guard !isOver, demand != .none, self.demand != .unlimited else {
            lock.unlock()
            return
        }
        self.demand += demand
        guard !isDraining else {
            lock.unlock()
            return
        }
        isDraining = true
        while !isOver, self.demand != .none, let (side, value) = waiting.popFirst() {
            self.demand -= 1
            lock.unlock()
            _ = deliver(value)
            lock.lock()
            let wantsOne = self.demand != .unlimited
            let source = upstreams[side].subscription
            lock.unlock()
            if wantsOne {
                source?.request(.max(1))
            }
            lock.lock()
        }
        isDraining = false
        let running = self.demand == .unlimited ? upstreams.compactMap(\.subscription) : []
        finishIfDoneAndUnlock()
        for upstream in running {
            upstream.request(.unlimited)
        }
    }

    func cancel() {
        lock.lock()
        let leftover = end()
        lock.unlock()
        leftover.cancel()
    }

    private func deliver(_ value: Input) -> Subscribers.Demand {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        // Another thread may have completed while this one waited.
        guard !lock.withLock({ isOver }) else { return .none }
        let more = downstream.receive(value)
        if more != .none {
            lock.withLock { demand += more }
        }
        return more
    }

    private func finishIfDoneAndUnlock() {
        guard !isOver, unfinished == 0, waiting.isEmpty else {
            lock.unlock()
            return
        }
        isOver = true
        lock.unlock()
        downstreamLock.withLock { downstream.receive(completion: .finished) }
    }

    /// Under the lock: forgets everything.
    private func end() -> Leftover {
        isOver = true
        let running = upstreams.compactMap(\.subscription)
        upstreams = Array(repeating: .terminal, count: upstreams.count)
        return Leftover(running: running, values: waiting.removeAll())
    }
}
#endif
