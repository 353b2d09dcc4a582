#if !canImport(Combine)
/// What both subjects and `Published` share: subscribers, the current value if there is one, and the end.
///
/// Everything is called out of its lock, old values and subscribers are released outside of it.
final class SubjectCore<Output, Failure: Error> {
    private let lock = Lock()
    private var current: Held<Output>?
    private var conduits = ConduitList<Output, Failure>()
    private var completion: Held<Subscribers.Completion<Failure>>?
    private var upstreams: [any Subscription] = []
    /// Whether upstreams may be asked for values; a subject with a current value always wants them.
    private var wantsValues: Bool

    /// A subject without a current value.
    init() {
        wantsValues = false
    }

    /// A subject with a current value.
    init(_ value: Output) {
        current = Held(value)
        wantsValues = true
    }

    var currentValue: Held<Output>? {
        lock.withLock { current }
    }

    /// The current value of a subject that has one.
    var value: Output {
        guard let current = currentValue else { preconditionFailure("The subject has no current value") }
        return current.value
    }

    /// Adds a subscriber and hands it its subscription, or, after the end, an empty one and the completion.
    func attach<Owner: AnyObject, Downstream: Subscriber>(
        _ downstream: Downstream, to owner: Owner, description: String
    ) where Downstream.Input == Output, Downstream.Failure == Failure {
        let conduit = SubjectConduit(description, owner: owner, core: self, downstream: downstream)
        lock.lock()
        if let completion {
            lock.unlock()
            downstream.receive(subscription: Subscriptions.empty)
            downstream.receive(completion: completion.value)
            return
        }
        conduits.insert(conduit)
        lock.unlock()
        downstream.receive(subscription: conduit)
    }

    /// Makes `value` the current one, if there is such a thing, and then offers it to all subscribers.
    func send(_ value: Output) {
        lock.lock()
        guard completion == nil else {
            lock.unlock()
            return
        }
        let receivers = conduits
        guard let old = current else {
            lock.unlock()
            return receivers.offer(value)
        }
        current = Held(value)
        lock.unlock()
        withExtendedLifetime(old) { receivers.offer(value) }
    }

    /// Offers `value` to all subscribers without making it the current one.
    func announce(_ value: Output) {
        lock.withLock { conduits }.offer(value)
    }

    /// Makes `value` the current one without telling anybody.
    func store(_ value: Output) {
        lock.lock()
        let old = current
        current = Held(value)
        lock.unlock()
        withExtendedLifetime(old) {}
    }

    func send(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard self.completion == nil else {
            lock.unlock()
            return
        }
        self.completion = Held(completion)
        let receivers = conduits.removeAll()
        lock.unlock()
        receivers.finish(completion)
    }

    func send(subscription: any Subscription) {
        lock.lock()
        upstreams.append(subscription)
        let wantsValues = wantsValues
        lock.unlock()
        if wantsValues {
            subscription.request(.unlimited)
        }
    }

    /// A subscriber has asked for values: so may the subject, once.
    func acknowledgeDemand() {
        lock.lock()
        guard !wantsValues else {
            lock.unlock()
            return
        }
        wantsValues = true
        let upstreams = upstreams
        lock.unlock()
        for upstream in upstreams {
            upstream.request(.unlimited)
        }
    }

    func remove(_ conduit: Conduit<Output, Failure>) {
        lock.withLock { conduits.remove(conduit) }
    }

    /// The subject is going away.
    func cancelUpstreams() {
        for upstream in lock.withLock({ upstreams.take() }) {
            upstream.cancel()
        }
    }
}
#endif
