#if !canImport(Combine)
/// A publisher of any type; what a module shows of its publishers.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline
    let box: AnyPublisherBox<Output, Failure>

    /// Wraps `publisher`, but never twice.
    public init<P>(_ publisher: P) where P: Publisher, Output == P.Output, Failure == P.Failure {
        box = (publisher as? AnyPublisher<Output, Failure>)?.box ?? PublisherBox(publisher)
    }

    /// `AnyPublisher`.
    public var description: String { "AnyPublisher" }

    /// The description.
    public var playgroundDescription: Any { description }

    /// Attaches `subscriber` to the wrapped publisher.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        box.receive(subscriber: subscriber)
    }
}

extension Publisher {
    /// This publisher, with its type forgotten.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

/// A publisher behind a reference: the type that remains when its own is forgotten.
@usableFromInline
class AnyPublisherBox<Output, Failure: Error> {
    func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {}
}

private final class PublisherBox<Base: Publisher>: AnyPublisherBox<Base.Output, Base.Failure> {
    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    override func receive<S>(subscriber: S) where S: Subscriber, Base.Output == S.Input, Base.Failure == S.Failure {
        base.receive(subscriber: subscriber)
    }
}
#endif
