#if !canImport(Combine)
/// What stands between an upstream and a subject that is attached to it. It does not keep the subject: whoever wants
/// the values does, through a subscription to it.
final class SubjectSubscriber<Target: Subject>: Subscriber, Subscription, Described {
    private let lock = Lock()
    private weak var target: Target?
    private var upstream: (any Subscription)?

    init(_ target: Target) {
        self.target = target
    }

    var description: String { "Subject" }

    var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("downstreamSubject", target as Any), ("upstreamSubscription", upstream as Any),
                ("subject", target as Any),
            ]
        }
    }

    func receive(subscription: any Subscription) {
        lock.lock()
        guard upstream == nil, let target else {
            lock.unlock()
            return
        }
        upstream = subscription
        lock.unlock()
        target.send(subscription: self)
    }

    func receive(_ input: Target.Output) -> Subscribers.Demand {
        connectedTarget()?.send(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Target.Failure>) {
        guard let subject = connectedTarget() else { return }
        subject.send(completion: completion)
        lock.withLock { target = nil }
    }

    func request(_ demand: Subscribers.Demand) {
        lock.withLock { upstream }?.request(demand)
    }

    func cancel() {
        lock.lock()
        target = nil
        let subscription = upstream.take()
        lock.unlock()
        subscription?.cancel()
    }

    private func connectedTarget() -> Target? {
        // What comes before a subscription is ignored.
        lock.withLock { upstream == nil ? nil : target }
    }
}
#endif
