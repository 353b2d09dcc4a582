#if !canImport(Combine)
/// The downstream of an operator that lets it go at the end: a relay keeps its downstream, an outlet only until then.
///
/// It is released outside of the lock, and after the last call to it.
final class Outlet<Downstream: Subscriber>: Subscriber {
    private let lock = Lock()
    /// Guarded by `lock`.
    private var downstream: Downstream?

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        lock.withLock { downstream }?.receive(subscription: subscription)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        lock.withLock { downstream }?.receive(input) ?? .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        lock.withLock { downstream.take() }?.receive(completion: completion)
    }

    /// Lets the downstream go without a completion.
    func close() {
        let released = lock.withLock { downstream.take() }
        withExtendedLifetime(released) {}
    }
}
#endif
