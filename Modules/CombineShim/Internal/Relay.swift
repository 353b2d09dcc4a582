#if !canImport(Combine)
/// The base of operators with one upstream and one downstream: the subscription that they hand down.
///
/// A subclass adds the `Subscriber` half: its input, its failure, and what it does with them. `request` and `cancel`
/// reach the upstream only between its subscription and its completion.
class Relay<Downstream: Subscriber>: Subscription, Described {
    final let description: String
    final let downstream: Downstream
    final let lock = Lock()
    /// Guarded by `lock`.
    final var status = SubscriptionStatus.awaitingSubscription

    init(_ description: String, _ downstream: Downstream) {
        self.description = description
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        downstream.receive(subscription: self)
    }

    func request(_ demand: Subscribers.Demand) {
        activeSubscription?.request(demand)
    }

    func cancel() {
        terminate()?.cancel()
    }

    var mirrorChildren: [Mirror.Child] { [] }

    /// Keeps the upstream's subscription; a second one is cancelled, and then the result is false.
    final func attach(_ subscription: any Subscription) -> Bool {
        lock.lock()
        guard case .awaitingSubscription = status else {
            lock.unlock()
            subscription.cancel()
            return false
        }
        status = .subscribed(subscription)
        lock.unlock()
        return true
    }

    /// The upstream's subscription, unless it has not come yet or all is over.
    final var activeSubscription: (any Subscription)? {
        lock.withLock {
            if case .subscribed(let subscription) = status { subscription } else { nil }
        }
    }

    final var isSubscribed: Bool { activeSubscription != nil }

    /// Ends whatever the state is, and returns the upstream's subscription if it may still be used.
    final func terminateAnyway() -> (any Subscription)? {
        lock.withLock {
            let subscription = status.subscription
            status = .terminal
            return subscription
        }
    }

    /// Ends a running subscription and returns it; `nil` when it was not running.
    final func terminate() -> (any Subscription)? {
        lock.withLock {
            guard case .subscribed(let subscription) = status else { return nil }
            status = .terminal
            return subscription
        }
    }
}
#endif
