#if !canImport(Combine)
extension Publisher {
    /// Drops all values and passes on the completion.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}

extension Publishers {
    /// What `ignoreOutput` returns.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// There are no values.
        public typealias Output = Never
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the completion comes from.
        public let upstream: Upstream

        /// Drops the values of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Input == Never, Failure == S.Failure {
            upstream.subscribe(IgnoreOutputTap<Upstream.Output, S>(downstream: subscriber))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

private struct IgnoreOutputTap<Input, Downstream: Subscriber>: Subscriber, Described {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let combineIdentifier = CombineIdentifier()

    var description: String { "IgnoreOutput" }

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}
#endif
