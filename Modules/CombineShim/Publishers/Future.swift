#if !canImport(Combine)
/// One value or error that comes later: the work starts when the future is made, runs once, and its result goes to
/// all subscribers, also to those that come afterwards.
///
/// A value waits for demand, an error does not. Cancelling a subscription does not stop the work.
public final class Future<Output, Failure: Error>: Publisher {
    /// Gives the future its result; only the first call counts.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = Lock()
    private var conduits = ConduitList<Output, Failure>()
    private var result: Result<Output, Failure>?

    /// Runs `attemptToFulfill` at once.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill(fulfill)
    }

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        let conduit = FutureConduit(future: self, downstream: subscriber)
        lock.withLock { conduits.insert(conduit) }
        subscriber.receive(subscription: conduit)
        if case .failure(let error) = fulfilled {
            conduit.finish(.failure(error))
        }
    }

    fileprivate var fulfilled: Result<Output, Failure>? {
        lock.withLock { result }
    }

    fileprivate func remove(_ conduit: Conduit<Output, Failure>) {
        lock.withLock { conduits.remove(conduit) }
    }

    private func fulfill(_ result: Result<Output, Failure>) {
        lock.lock()
        guard self.result == nil else {
            lock.unlock()
            return
        }
        self.result = result
        let receivers = conduits
        lock.unlock()
        switch result {
        case .success(let output): receivers.offer(output)
        case .failure(let error): receivers.finish(.failure(error))
        }
    }
}

private final class FutureConduit<Downstream: Subscriber>: Conduit<Downstream.Input, Downstream.Failure>,
    Subscription, Described
{
    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)
    private var future: Future<Downstream.Input, Downstream.Failure>?
    private var downstream: Downstream?
    private var hasAnyDemand = false

    init(future: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        self.future = future
        self.downstream = downstream
    }

    var description: String { "Future" }

    var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("parent", future as Any), ("downstream", downstream as Any), ("hasAnyDemand", hasAnyDemand),
                ("subject", future as Any),
            ]
        }
    }

    override func offer(_ output: Downstream.Input) {
        guard let downstream = lock.withLock({ hasAnyDemand ? self.downstream.take() : nil }) else { return }
        downstreamLock.withLock {
            _ = downstream.receive(output)
            downstream.receive(completion: .finished)
        }
        detach()
    }

    override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard let downstream = lock.withLock({ self.downstream.take() }) else { return }
        downstreamLock.withLock { downstream.receive(completion: completion) }
        detach()
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let future = lock.withLock {
            hasAnyDemand = true
            return self.future
        }
        // Whoever comes second, this request or the promise, sees that the other was there.
        switch future?.fulfilled {
        case .success(let output): offer(output)
        case .failure(let error): finish(.failure(error))
        case nil: break
        }
    }

    func cancel() {
        detach()
    }

    /// Takes the subscriber, so that it is served once.
    private func detach() {
        lock.lock()
        let downstream = downstream.take()
        let future = future.take()
        lock.unlock()
        withExtendedLifetime(downstream) {
            future?.remove(self)
        }
    }
}
#endif
