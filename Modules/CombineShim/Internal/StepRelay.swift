#if !canImport(Combine)
/// What an operator does with one value.
enum Step<Output> {
    case emit(Output)
    /// Swallow it and ask the upstream for another one instead.
    case skip
    /// Cancel the upstream and finish.
    case finish
}

/// The relay of operators that look at each value: pass it on, swallow it, end there, or fail by throwing.
final class StepRelay<Input, Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    private let convert: (Failure) -> Downstream.Failure
    private let state: (() -> Mirror.Child)?
    private let step: (Input) throws(Downstream.Failure) -> Step<Downstream.Input>

    init(
        _ description: String, _ downstream: Downstream, failure convert: @escaping (Failure) -> Downstream.Failure,
        state: (() -> Mirror.Child)? = nil,
        step: @escaping (Input) throws(Downstream.Failure) -> Step<Downstream.Input>
    ) {
        self.convert = convert
        self.state = state
        self.step = step
        super.init(description, downstream)
    }

    override var mirrorChildren: [Mirror.Child] {
        [("downstream", downstream)] + (state.map { [$0()] } ?? [])
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isRunning("A value") else { return .none }
        do throws(Downstream.Failure) {
            switch try step(input) {
            case .emit(let output): return downstream.receive(output)
            case .skip: return .max(1)
            case .finish: end(.finished)
            }
        } catch {
            end(.failure(error))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard isRunning("A completion"), terminate() != nil else { return }
        downstream.receive(completion: completion.mapFailure(convert))
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        guard isRunning("A request") else { return }
        super.request(demand)
    }

    override func cancel() {
        lock.lock()
        if case .awaitingSubscription = status { status = .terminal }
        lock.unlock()
        super.cancel()
    }

    /// False once all is over; before the subscription nothing may come.
    private func isRunning(_ event: String) -> Bool {
        switch lock.withLock({ status }) {
        case .awaitingSubscription: preconditionFailure("\(event) came before the subscription")
        case .subscribed, .pendingTerminal: true
        case .terminal: false
        }
    }

    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard let subscription = terminate() else { return }
        subscription.cancel()
        downstream.receive(completion: completion)
    }
}
#endif
