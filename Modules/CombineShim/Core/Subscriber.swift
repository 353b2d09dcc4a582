#if !canImport(Combine)
/// A type that can receive values and a completion from a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The values.
    associatedtype Input
    /// The errors.
    associatedtype Failure: Error

    /// Comes first, and once: the means of asking for values and of cancelling.
    func receive(subscription: any Subscription)
    /// One value; the result is how many more are wanted, added to what was asked for before.
    func receive(_ input: Input) -> Subscribers.Demand
    /// The end; nothing comes after it.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// One event without a value.
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// The namespace of subscribers and of the types that they exchange with publishers.
public enum Subscribers {}

/// The connection of a subscriber to a publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for `demand` more values.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
    /// A subscription that never delivers anything, for publishers that complete at once.
    public static var empty: any Subscription { EmptySubscription.shared }
}

/// Stateless, hence safe to share.
private final class EmptySubscription: Subscription, Described, Sendable {
    static let shared = EmptySubscription()

    var description: String { "Empty" }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}
#endif
