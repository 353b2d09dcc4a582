#if !canImport(Combine)
/// A subject with a current value, which each subscriber gets at its first request, and again whenever it changed
/// while the subscriber had asked for nothing.
///
/// Any thread may send, subscribe and read ``value``; concurrent sends reach each subscriber one after the other.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let core: SubjectCore<Output, Failure>

    /// Starts with `value`.
    public init(_ value: Output) {
        core = SubjectCore(value)
    }

    deinit {
        core.cancelUpstreams()
    }

    /// The current value; setting it sends it.
    public var value: Output {
        get { core.value }
        set {
            core.store(newValue)
            core.send(newValue)
        }
    }

    /// Keeps an upstream, which is asked for values at once, and is cancelled with the subject.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        core.attach(subscriber, to: self, description: "CurrentValueSubject")
    }

    /// Makes `input` the current value and sends it; does nothing after the end.
    public func send(_ input: Output) {
        core.send(input)
    }

    /// Ends the stream; later calls do nothing.
    public func send(completion: Subscribers.Completion<Failure>) {
        core.send(completion: completion)
    }
}
#endif
