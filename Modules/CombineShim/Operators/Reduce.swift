#if !canImport(Combine)
extension Publisher {
    /// The result of folding all values into `initialResult`, once the stream has finished.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The result of folding all values into `initialResult`; an error that the closure throws ends the stream.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The number of values, once the stream has finished.
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}

extension Publishers {
    /// What `reduce` returns.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What the first value is folded into.
        public let initial: Output
        /// Folds a value into the result so far.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Folds the values of `upstream`.
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let initial = initial
            let nextPartialResult = nextPartialResult
            upstream.subscribe(
                FoldRelay("Reduce", subscriber, initial: initial, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(Failure) in
                    result = nextPartialResult(result ?? initial, value)
                    return false
                })
        }
    }

    /// What `tryReduce` returns.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What the first value is folded into.
        public let initial: Output
        /// Folds a value into the result so far.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Folds the values of `upstream`.
        public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let initial = initial
            let nextPartialResult = nextPartialResult
            upstream.subscribe(
                FoldRelay("TryReduce", subscriber, initial: initial, failure: { (error: Upstream.Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(any Error) in
                    result = try nextPartialResult(result ?? initial, value)
                    return false
                })
        }
    }

    /// What `count` returns.
    public struct Count<Upstream: Publisher>: Publisher {
        /// The number.
        public typealias Output = Int
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Counts the values of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(
                FoldRelay("Count", subscriber, initial: 0, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(Failure) in
                    result = (result ?? 0) + 1
                    return false
                })
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
#endif
