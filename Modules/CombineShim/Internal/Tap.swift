#if !canImport(Combine)
/// The subscriber of an operator that changes values and nothing else: the upstream's subscription goes straight
/// down, so demand and cancellation never pass through the operator.
struct ValueTap<Input, Downstream: Subscriber>: Subscriber, Described {
    typealias Failure = Downstream.Failure

    let description: String
    let downstream: Downstream
    var mirrorChildren: [Mirror.Child] = []
    let transform: (Input) -> Downstream.Input
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(transform(input))
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

/// The subscriber of an operator that drops values and nothing else. `offer` passes a value on, or asks the upstream
/// for another one in its place.
struct SieveTap<Input, Downstream: Subscriber>: Subscriber, Described {
    typealias Failure = Downstream.Failure

    let description: String
    let downstream: Downstream
    let offer: (Input) -> Subscribers.Demand
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        offer(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

/// The subscriber of an operator that changes errors and nothing else.
struct FailureTap<Failure: Error, Downstream: Subscriber>: Subscriber, Described {
    typealias Input = Downstream.Input

    let description: String
    let downstream: Downstream
    var mirrorChildren: [Mirror.Child] = []
    let transform: (Failure) -> Downstream.Failure
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion.mapFailure(transform))
    }
}
#endif
