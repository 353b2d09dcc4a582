#if !canImport(Combine)
/// A subscriber of any type, or one made of closures.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    let box: AnySubscriberBox<Input, Failure>
    /// The identity of the wrapped subscriber.
    public let combineIdentifier: CombineIdentifier

    /// Wraps `s`, but never twice.
    public init<S>(_ s: S) where S: Subscriber, Input == S.Input, Failure == S.Failure {
        if let erased = s as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            box = SubscriberBox(s)
            combineIdentifier = s.combineIdentifier
        }
    }

    /// Passes everything on to `s`.
    public init<S>(_ s: S) where S: Subject, Input == S.Output, Failure == S.Failure {
        self.init(SubjectSubscriber(s))
    }

    /// Calls the closures; without `receiveValue` no value is asked for.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        box = ClosureSubscriberBox(receiveSubscription, receiveValue, receiveCompletion)
        combineIdentifier = CombineIdentifier()
    }

    /// The description of the wrapped subscriber.
    public var description: String { box.description }

    /// The mirror of the wrapped subscriber.
    public var customMirror: Mirror { box.customMirror }

    /// The playground description of the wrapped subscriber.
    public var playgroundDescription: Any { box.playgroundDescription }

    /// Passes the subscription on.
    public func receive(subscription: any Subscription) {
        box.receive(subscription: subscription)
    }

    /// Passes the value on.
    public func receive(_ value: Input) -> Subscribers.Demand {
        box.receive(value)
    }

    /// Passes the completion on.
    public func receive(completion: Subscribers.Completion<Failure>) {
        box.receive(completion: completion)
    }
}

/// A subscriber behind a reference: the type that remains when its own is forgotten.
@usableFromInline
class AnySubscriberBox<Input, Failure: Error> {
    func receive(subscription: any Subscription) {}
    func receive(_ value: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Failure>) {}

    var description: String { "Anonymous AnySubscriber" }
    var customMirror: Mirror { Mirror(reflecting: description) }
    var playgroundDescription: Any { description }
}

private final class SubscriberBox<Base: Subscriber>: AnySubscriberBox<Base.Input, Base.Failure> {
    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    override func receive(subscription: any Subscription) {
        base.receive(subscription: subscription)
    }

    override func receive(_ value: Base.Input) -> Subscribers.Demand {
        base.receive(value)
    }

    override func receive(completion: Subscribers.Completion<Base.Failure>) {
        base.receive(completion: completion)
    }

    override var description: String {
        (base as? any CustomStringConvertible)?.description ?? String(describing: Base.self)
    }

    override var customMirror: Mirror {
        (base as? any CustomReflectable)?.customMirror ?? Mirror(base, children: EmptyCollection())
    }

    override var playgroundDescription: Any {
        (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
    }
}

private final class ClosureSubscriberBox<Input, Failure: Error>: AnySubscriberBox<Input, Failure> {
    private let receiveSubscription: ((any Subscription) -> Void)?
    private let receiveValue: ((Input) -> Subscribers.Demand)?
    private let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    init(
        _ receiveSubscription: ((any Subscription) -> Void)?,
        _ receiveValue: ((Input) -> Subscribers.Demand)?,
        _ receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.receiveSubscription = receiveSubscription
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    override func receive(subscription: any Subscription) {
        receiveSubscription?(subscription)
    }

    override func receive(_ value: Input) -> Subscribers.Demand {
        receiveValue?(value) ?? .none
    }

    override func receive(completion: Subscribers.Completion<Failure>) {
        receiveCompletion?(completion)
    }
}
#endif
