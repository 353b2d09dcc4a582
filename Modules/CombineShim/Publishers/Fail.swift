#if !canImport(Combine)
/// A publisher that fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error.
    public let error: Failure

    /// Fails with `error`.
    public init(error: Failure) {
        self.error = error
    }

    /// Fails with `failure`; the type of the values may be spelled out.
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
#endif
