#if !canImport(Combine)
/// A publisher of one value.
public struct Just<Output>: Publisher {
    /// It cannot fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Publishes `output`.
    public init(_ output: Output) {
        self.output = output
    }

    /// Attaches `subscriber`, which gets the value at its first request.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == Never {
        subscriber.receive(subscription: OnceSubscription("Just", output, downstream: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}

/// Delivers one value at the first request, then finishes.
final class OnceSubscription<Downstream: Subscriber>: Subscription, Described {
    let description: String
    private let output: Downstream.Input
    private let lock = Lock()
    private var downstream: Downstream?

    init(_ description: String, _ output: Downstream.Input, downstream: Downstream) {
        self.description = description
        self.output = output
        self.downstream = downstream
    }

    var customMirror: Mirror {
        Mirror(self, unlabeledChildren: CollectionOfOne(output))
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        guard let downstream = lock.withLock({ downstream.take() }) else { return }
        _ = downstream.receive(output)
        downstream.receive(completion: .finished)
    }

    func cancel() {
        let released = lock.withLock { downstream.take() }
        withExtendedLifetime(released) {}
    }
}
#endif
