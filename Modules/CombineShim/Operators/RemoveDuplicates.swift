#if !canImport(Combine)
extension Publisher where Output: Equatable {
    /// Drops each value that equals the one before it.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}

extension Publisher {
    /// Drops each value that `predicate` calls a duplicate of the one before it.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Drops each value that `predicate` calls a duplicate of the one before it; an error that it throws ends the
    /// stream.
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `removeDuplicates` returns.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value is a duplicate of the first.
        public let predicate: (Output, Output) -> Bool

        /// Drops the duplicates of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            var last: Output?
            upstream.subscribe(
                StepRelay(
                    "RemoveDuplicates", subscriber, failure: { (error: Failure) in error },
                    state: { ("last", last as Any) }
                ) { (value: Output) throws(Failure) in
                    let previous = last
                    last = value
                    if let previous, predicate(previous, value) { return .skip }
                    return .emit(value)
                })
        }
    }

    /// What `tryRemoveDuplicates` returns.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value is a duplicate of the first.
        public let predicate: (Output, Output) throws -> Bool

        /// Drops the duplicates of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            var last: Output?
            upstream.subscribe(
                StepRelay(
                    "TryRemoveDuplicates", subscriber, failure: { (error: Upstream.Failure) in error },
                    state: { ("last", last as Any) }
                ) { (value: Output) throws(any Error) in
                    let previous = last
                    last = value
                    if let previous, try predicate(previous, value) { return .skip }
                    return .emit(value)
                })
        }
    }
}
#endif
