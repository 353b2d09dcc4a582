#if !canImport(Combine)
extension ConnectablePublisher {
    /// Connects when the first subscriber comes, and disconnects when the last one cancels.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}

extension Publishers {
    /// What `autoconnect` returns.
    public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// What is connected.
        public final let upstream: Upstream

        private let lock = Lock()
        // Guarded by `lock`.
        private var subscribers = 0
        private var connection: (any Cancellable)?

        /// Connects `upstream` when needed.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`, and connects if it is the first.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            // Counted at once: unlike in Combine, nobody who comes while the first one is connecting connects again, and
            // two threads that come together do not lose a connection.
            let isFirst = lock.withLock {
                subscribers += 1
                return subscribers == 1
            }
            upstream.subscribe(AutoconnectTap(downstream: subscriber, parent: self))
            guard isFirst else { return }
            let connection = upstream.connect()
            lock.lock()
            // All may have cancelled while the connection was being made.
            let isWanted = subscribers > 0
            if isWanted {
                self.connection = connection
            }
            lock.unlock()
            if !isWanted {
                connection.cancel()
            }
        }

        fileprivate func subscriberWillCancel() {
            lock.lock()
            subscribers = Swift.max(subscribers - 1, 0)
            let unused = subscribers == 0 ? connection.take() : nil
            lock.unlock()
            unused?.cancel()
        }
    }
}

private struct AutoconnectTap<Upstream: ConnectablePublisher, Downstream: Subscriber>: Subscriber, Described
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let parent: Publishers.Autoconnect<Upstream>
    let combineIdentifier = CombineIdentifier()

    var description: String { "Autoconnect" }
    var mirrorChildren: [Mirror.Child] { [("parent", parent), ("downstream", downstream)] }

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: AutoconnectSubscription(base: subscription, parent: parent))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

/// The upstream's subscription, which is counted out when it is cancelled.
private final class AutoconnectSubscription<Upstream: ConnectablePublisher>: Subscription, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    private let base: any Subscription
    private let parent: Publishers.Autoconnect<Upstream>
    private let lock = Lock()
    private var isCancelled = false

    init(base: any Subscription, parent: Publishers.Autoconnect<Upstream>) {
        self.base = base
        self.parent = parent
    }

    var combineIdentifier: CombineIdentifier { base.combineIdentifier }
    var description: String { String(describing: base) }
    var playgroundDescription: Any { description }

    func request(_ demand: Subscribers.Demand) {
        base.request(demand)
    }

    func cancel() {
        let isFirst = lock.withLock {
            let isFirst = !isCancelled
            isCancelled = true
            return isFirst
        }
        if isFirst {
            parent.subscriberWillCancel()
        }
        base.cancel()
    }
}
#endif
