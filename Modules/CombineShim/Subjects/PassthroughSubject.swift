#if !canImport(Combine)
/// A subject without memory: a value reaches the subscribers that are there and have asked for it, and is lost for
/// all others.
///
/// Any thread may send and subscribe; concurrent sends reach each subscriber one after the other.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    private let core = SubjectCore<Output, Failure>()

    /// Creates a subject.
    public init() {}

    deinit {
        core.cancelUpstreams()
    }

    /// Keeps an upstream, which is asked for values as soon as a subscriber asks, and is cancelled with the subject.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        core.attach(subscriber, to: self, description: "PassthroughSubject")
    }

    /// Sends `input` to the subscribers with demand; does nothing after the end.
    public func send(_ input: Output) {
        core.send(input)
    }

    /// Ends the stream; later calls do nothing.
    public func send(completion: Subscribers.Completion<Failure>) {
        core.send(completion: completion)
    }
}
#endif
