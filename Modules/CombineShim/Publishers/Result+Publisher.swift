#if !canImport(Combine)
extension Result {
    /// A publisher of the result: the value at the first request, or the error at once.
    public struct Publisher {
        /// The result.
        public let result: Result<Success, Failure>

        /// Publishes `result`.
        public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        /// Publishes one value.
        public init(_ output: Success) {
            self.init(.success(output))
        }

        /// Fails at once.
        public init(_ failure: Failure) {
            self.init(.failure(failure))
        }
    }

    /// A publisher of this result.
    public var publisher: Result<Success, Failure>.Publisher {
        Publisher(self)
    }
}

extension Result.Publisher: Publisher {
    /// The value.
    public typealias Output = Success

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Success == S.Input, Failure == S.Failure {
        switch result {
        case .success(let output):
            subscriber.receive(subscription: OnceSubscription("Once", output, downstream: subscriber))
        case .failure(let error):
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .failure(error))
        }
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
#endif
