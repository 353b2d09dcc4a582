#if !canImport(Combine)
/// A type that delivers values over time to the subscribers attached to it.
///
/// Nothing happens before a subscriber is attached and has asked for values (`Subscription.request(_:)`). Then come
/// at most as many values as were asked for, and at most one completion. A subscriber is never called from two
/// threads at once.
public protocol Publisher<Output, Failure> {
    /// The values.
    associatedtype Output
    /// The error that may end the stream; `Never` if none can.
    associatedtype Failure: Error

    /// Attaches `subscriber`. Implemented by publishers; callers use ``subscribe(_:)-(S)``.
    func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

/// The namespace of the publishers that operators return.
public enum Publishers {}

extension Publisher {
    /// Attaches `subscriber`, which gets a subscription, then what it asks for.
    public func subscribe<S>(_ subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input {
        receive(subscriber: subscriber)
    }

    /// Attaches `subject`, which passes everything on to its own subscribers. Cancelling the result, or releasing
    /// it, detaches the subject.
    public func subscribe<S>(_ subject: S) -> AnyCancellable
    where S: Subject, Self.Failure == S.Failure, Self.Output == S.Output {
        let subscriber = SubjectSubscriber(subject)
        subscribe(subscriber)
        return AnyCancellable(subscriber)
    }
}

/// A publisher that starts only when it is told to.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts; cancelling the result stops.
    func connect() -> any Cancellable
}

/// A publisher that is fed from outside by `send`.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends `value` to all subscribers, on the calling thread, before it returns.
    func send(_ value: Output)
    /// Ends the stream for all subscribers, also for those that come later.
    func send(completion: Subscribers.Completion<Failure>)
    /// Gives the subject a subscription to an upstream; the subject asks it for values once it has demand itself.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends one event.
    public func send() {
        send(())
    }
}
#endif
