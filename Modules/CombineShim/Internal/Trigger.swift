#if !canImport(Combine)
/// An operator with a second publisher, which only has to say when.
protocol Triggered: AnyObject, CustomStringConvertible, CustomCombineIdentifierConvertible {
    associatedtype TriggerFailure: Error

    func attachTrigger(_ subscription: any Subscription)
    /// The second publisher has sent a value.
    func trip()
    func triggerCompleted(_ completion: Subscribers.Completion<TriggerFailure>)
}

/// The subscriber of the second publisher. It goes by the operator's name and identifier.
struct Trigger<Input, Parent: Triggered>: Subscriber, Described {
    typealias Failure = Parent.TriggerFailure

    let parent: Parent

    var combineIdentifier: CombineIdentifier { parent.combineIdentifier }
    var description: String { parent.description }

    func receive(subscription: any Subscription) {
        parent.attachTrigger(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        parent.trip()
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        parent.triggerCompleted(completion)
    }
}
#endif
