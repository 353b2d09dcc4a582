#if !canImport(Combine)
/// The connection of one subscriber to a subject, with all types forgotten.
class AnyConduit {}

/// The connection of one subscriber to a subject, with the type of the subscriber forgotten.
class Conduit<Output, Failure: Error>: AnyConduit {
    func offer(_ output: Output) {}
    func finish(_ completion: Subscribers.Completion<Failure>) {}
}

/// The subscribers of a subject in the order in which they came.
struct ConduitList<Output, Failure: Error> {
    /// All of them are `Conduit<Output, Failure>`. An array of that type would make the runtime look it up for every
    /// value that is sent, which takes longer than sending it.
    private var conduits: [AnyConduit] = []

    mutating func insert(_ conduit: Conduit<Output, Failure>) {
        conduits.append(conduit)
    }

    mutating func remove(_ conduit: Conduit<Output, Failure>) {
        if let index = conduits.firstIndex(where: { $0 === conduit }) {
            conduits.remove(at: index)
        }
    }

    /// Moves all of them out.
    mutating func removeAll() -> ConduitList {
        defer { conduits = [] }
        return self
    }

    func offer(_ output: Output) {
        for conduit in conduits {
            unsafeDowncast(conduit, to: Conduit<Output, Failure>.self).offer(output)
        }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        for conduit in conduits {
            unsafeDowncast(conduit, to: Conduit<Output, Failure>.self).finish(completion)
        }
    }
}

/// One subscriber of a subject: what it has asked for, and whether it has seen the current value.
final class SubjectConduit<Owner: AnyObject, Downstream: Subscriber>: Conduit<Downstream.Input, Downstream.Failure>,
    Subscription, Described
{
    let description: String
    private let core: SubjectCore<Downstream.Input, Downstream.Failure>
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)
    private var owner: Owner?
    private var downstream: Held<Downstream>?
    private var demand = Subscribers.Demand.none
    /// Whether the next request gets nothing at once: the subscriber has the current value, or there is none.
    private var isUpToDate = false

    init(
        _ description: String, owner: Owner, core: SubjectCore<Downstream.Input, Downstream.Failure>,
        downstream: Downstream
    ) {
        self.description = description
        self.owner = owner
        self.core = core
        self.downstream = Held(downstream)
    }

    var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("parent", owner as Any), ("downstream", downstream?.value as Any), ("demand", demand),
                ("subject", owner as Any),
            ]
        }
    }

    override func offer(_ output: Downstream.Input) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        guard demand != .none, let downstream else {
            isUpToDate = false
            lock.unlock()
            return
        }
        demand -= 1
        isUpToDate = true
        lock.unlock()
        deliver(output, to: downstream.value)
    }

    override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard let downstream = detach() else { return }
        downstreamLock.withLock { downstream.value.receive(completion: completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        if downstream != nil {
            self.demand += demand
        }
        let isSettled = isUpToDate || downstream == nil
        lock.unlock()
        guard !isSettled else { return }
        replay()
        core.acknowledgeDemand()
    }

    func cancel() {
        _ = detach()
    }

    /// Delivers the current value, if there is one and the subscriber does not have it.
    private func replay() {
        // Taken first, so that a value that is sent meanwhile comes after the one that is read here.
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        lock.lock()
        guard !isUpToDate, demand != .none, let downstream else {
            lock.unlock()
            return
        }
        isUpToDate = true
        guard let current = core.currentValue else {
            lock.unlock()
            return
        }
        demand -= 1
        lock.unlock()
        deliver(current.value, to: downstream.value)
    }

    /// Under the lock for the downstream.
    private func deliver(_ output: Downstream.Input, to downstream: Downstream) {
        let more = downstream.receive(output)
        guard more != .none else { return }
        lock.withLock { demand += more }
    }

    /// Leaves the subject; the subscriber and the subject are released outside of the lock.
    private func detach() -> Held<Downstream>? {
        lock.lock()
        let downstream = downstream.take()
        let owner = owner.take()
        lock.unlock()
        guard downstream != nil else { return nil }
        core.remove(self)
        return withExtendedLifetime(owner) { downstream }
    }
}
#endif
