#if !canImport(Combine)
/// The relay of operators that transform each value and fail by throwing.
final class TryRelay<Input, Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Downstream.Failure == any Error {
    private let completesEarly: Bool
    private let children: (TryRelay) -> [Mirror.Child]
    private let transform: (Input) throws -> Downstream.Input

    /// - Parameter completesEarly: whether a completion before the subscription is passed on.
    init(
        _ description: String, _ downstream: Downstream, completesEarly: Bool = false,
        children: @escaping (TryRelay) -> [Mirror.Child] = { _ in [] },
        transform: @escaping (Input) throws -> Downstream.Input
    ) {
        self.completesEarly = completesEarly
        self.children = children
        self.transform = transform
        super.init(description, downstream)
    }

    override var mirrorChildren: [Mirror.Child] { children(self) }

    func receive(_ input: Input) -> Subscribers.Demand {
        if case .terminal = lock.withLock({ status }) { return .none }
        do {
            return downstream.receive(try transform(input))
        } catch {
            end()?.cancel()
            downstream.receive(completion: .failure(error))
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch lock.withLock({ status }) {
        case .terminal: return
        case .awaitingSubscription where !completesEarly: return
        default: break
        }
        _ = end()
        downstream.receive(completion: completion.mapFailure { $0 })
    }

    /// Ends whatever the state is, and returns the subscription if there was one.
    private func end() -> (any Subscription)? {
        lock.withLock {
            let subscription = status.subscription
            status = .terminal
            return subscription
        }
    }
}
#endif
