#if !canImport(Combine)
extension Publisher {
    /// The last value, once the stream has finished.
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }

    /// The last value for which `predicate` is true, once the stream has finished.
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }

    /// The last value for which `predicate` is true, once the stream has finished; an error that it throws ends the
    /// stream.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `last()` returns.
    public struct Last<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Takes the last value of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(
                FoldRelay("Last", subscriber, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Output) throws(Failure) in
                    result = value
                    return false
                })
        }
    }

    /// What `last(where:)` returns.
    public struct LastWhere<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What the value must satisfy.
        public let predicate: (Output) -> Bool

        /// Takes the last value of `upstream` that satisfies `predicate`.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay("LastWhere", subscriber, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Output) throws(Failure) in
                    if predicate(value) { result = value }
                    return false
                })
        }
    }

    /// What `tryLast(where:)` returns.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What the value must satisfy.
        public let predicate: (Output) throws -> Bool

        /// Takes the last value of `upstream` that satisfies `predicate`.
        public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay("TryLastWhere", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (result: inout Output?, value: Output) throws(any Error) in
                    if try predicate(value) { result = value }
                    return false
                })
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
#endif
