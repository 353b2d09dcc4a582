#if !canImport(Combine)
/// An operator with several inputs of one type.
protocol ManySided: AnyObject, CustomStringConvertible, CustomCombineIdentifierConvertible {
    associatedtype SideInput
    associatedtype SideFailure: Error

    func receive(subscription: any Subscription, from side: Int)
    func receive(_ input: SideInput, from side: Int) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<SideFailure>, from side: Int)
}

/// One input of an operator with several.
struct Side<Parent: ManySided>: Subscriber, Described {
    let parent: Parent
    let index: Int
    let combineIdentifier = CombineIdentifier()

    var description: String { parent.description }
    var mirrorChildren: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    func receive(subscription: any Subscription) {
        parent.receive(subscription: subscription, from: index)
    }

    func receive(_ input: Parent.SideInput) -> Subscribers.Demand {
        parent.receive(input, from: index)
    }

    func receive(completion: Subscribers.Completion<Parent.SideFailure>) {
        parent.receive(completion: completion, from: index)
    }
}
#endif
