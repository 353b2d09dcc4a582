#if !canImport(Combine)
extension Publisher {
    /// The first value, then the end.
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }

    /// The first value for which `predicate` is true, then the end.
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }

    /// The first value for which `predicate` is true, then the end; an error that it throws ends the stream.
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `first()` returns.
    public struct First<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Takes the first value of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(
                FoldRelay("First", subscriber, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Output) throws(Failure) in
                    result = value
                    return true
                })
        }
    }

    /// What `first(where:)` returns.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What the value must satisfy.
        public let predicate: (Output) -> Bool

        /// Takes the first value of `upstream` that satisfies `predicate`.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            // Combine calls the subscription of this operator by that name.
            upstream.subscribe(
                FoldRelay("TryFirst", subscriber, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Output) throws(Failure) in
                    guard predicate(value) else { return false }
                    result = value
                    return true
                })
        }
    }

    /// What `tryFirst(where:)` returns.
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What the value must satisfy.
        public let predicate: (Output) throws -> Bool

        /// Takes the first value of `upstream` that satisfies `predicate`.
        public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay("TryFirstWhere", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (result: inout Output?, value: Output) throws(any Error) in
                    guard try predicate(value) else { return false }
                    result = value
                    return true
                })
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
#endif
