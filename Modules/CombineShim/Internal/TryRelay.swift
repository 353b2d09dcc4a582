#if !canImport(Combine)
/// The relay of operators that transform each value and fail by throwing.
final class TryRelay<Input, Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber
where Downstream.Failure == any Error {
    /// What is passed on of an upstream that goes on after the end; Combine's operators differ in this.
    enum Lenience {
        /// Nothing; but a completion before the subscription is.
        case none
        /// Values, and a failure only once.
        case values
        /// Values and failures.
        case all
    }

    private let lenience: Lenience
    private let children: (TryRelay) -> [Mirror.Child]
    private let transform: (Input) throws -> Downstream.Input

    init(
        _ description: String, _ downstream: Downstream, lenience: Lenience,
        children: @escaping (TryRelay) -> [Mirror.Child] = { _ in [] },
        transform: @escaping (Input) throws -> Downstream.Input
    ) {
        self.lenience = lenience
        self.children = children
        self.transform = transform
        super.init(description, downstream)
    }

    override var mirrorChildren: [Mirror.Child] { children(self) }

    func receive(_ input: Input) -> Subscribers.Demand {
        if lenience == .none, case .terminal = lock.withLock({ status }) { return .none }
        do {
            return downstream.receive(try transform(input))
        } catch {
            let subscription = terminateAnyway()
            subscription?.cancel()
            if subscription != nil || lenience != .values {
                downstream.receive(completion: .failure(error))
            }
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch lock.withLock({ status }) {
        case .terminal: return
        case .awaitingSubscription where lenience != .none: return
        default: break
        }
        _ = terminateAnyway()
        downstream.receive(completion: completion.mapFailure { $0 })
    }
}
#endif
