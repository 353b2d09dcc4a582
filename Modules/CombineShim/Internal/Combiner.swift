#if !canImport(Combine)
/// The values of one input of `combineLatest` or `zip` that are still needed. Guarded by the lock of the operator.
final class Slot<Value>: AnySlot {
    private var values = Fifo<Value>()

    var isEmpty: Bool { values.isEmpty }
    var first: Value? { values.first }

    /// Adds a value.
    func append(_ value: Value) {
        values.append(value)
    }

    /// Puts a value in the place of the one before, which is returned to be released outside of the lock.
    func replace(by value: Value) -> Value? {
        let old = values.popFirst()
        values.append(value)
        return old
    }

    func popFirst() -> Value? {
        values.popFirst()
    }

    func takeAll() -> Any {
        values.removeAll()
    }
}

/// A slot whatever the type of its values is.
protocol AnySlot: AnyObject {
    var isEmpty: Bool { get }
    /// Moves all values out, to be released outside of the lock.
    func takeAll() -> Any
}

/// An operator with inputs of several types.
protocol Combiner: AnyObject, CustomStringConvertible, CustomCombineIdentifierConvertible {
    associatedtype Failure: Error

    func receive(subscription: any Subscription, from side: Int)
    func receive<Input>(_ input: Input, into slot: Slot<Input>, from side: Int) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>, from side: Int)
}

extension Combiner {
    /// The subscriber of one input.
    func side<Input>(_ index: Int, _ slot: Slot<Input>) -> CombinerSide<Input, Self> {
        CombinerSide(parent: self, index: index, slot: slot)
    }
}

/// The subscriber of one input of an operator with inputs of several types.
struct CombinerSide<Input, Parent: Combiner>: Subscriber, Described {
    typealias Failure = Parent.Failure

    let parent: Parent
    let index: Int
    let slot: Slot<Input>
    let combineIdentifier = CombineIdentifier()

    var description: String { parent.description }
    var mirrorChildren: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    func receive(subscription: any Subscription) {
        parent.receive(subscription: subscription, from: index)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        parent.receive(input, into: slot, from: index)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        parent.receive(completion: completion, from: index)
    }
}
#endif
