#if !canImport(Combine)
extension Optional {
    /// A publisher of the value, if there is one.
    public struct Publisher {
        /// The value.
        public let output: Wrapped?

        /// Publishes `output`, or finishes at once.
        public init(_ output: Wrapped?) {
            self.output = output
        }
    }

    /// A publisher of this value.
    public var publisher: Optional<Wrapped>.Publisher {
        Publisher(self)
    }
}

extension Optional.Publisher: Publisher {
    /// The value.
    public typealias Output = Wrapped
    /// It cannot fail.
    public typealias Failure = Never

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Wrapped == S.Input, S.Failure == Never {
        if let output {
            subscriber.receive(subscription: OnceSubscription("Optional", output, downstream: subscriber))
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .finished)
        }
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
#endif
