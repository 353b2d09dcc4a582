#if !canImport(Combine)
extension Publisher {
    /// The values up to the first for which `predicate` is false, then the end.
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }

    /// The values up to the first for which `predicate` is false, then the end; an error that it throws ends the stream.
    public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `prefix(while:)` returns.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether to go on.
        public let predicate: (Upstream.Output) -> Bool

        /// Takes values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            upstream.subscribe(
                StepRelay("PrefixWhile", subscriber, failure: { (error: Failure) in error }) {
                    (value: Output) throws(Failure) in predicate(value) ? .emit(value) : .finish
                })
        }
    }

    /// What `tryPrefix(while:)` returns.
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether to go on.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Takes values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                StepRelay("TryPrefixWhile", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (value: Output) throws(any Error) in try predicate(value) ? .emit(value) : .finish
                })
        }
    }
}
#endif
