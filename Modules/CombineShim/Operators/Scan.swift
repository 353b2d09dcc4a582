#if !canImport(Combine)
extension Publisher {
    /// The running result of folding the values into `initialResult`.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The running result of folding the values into `initialResult`; an error that the closure throws ends the
    /// stream.
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// What `scan` returns.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What the first value is folded into.
        public let initialResult: Output
        /// Folds a value into the result so far.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Folds the values of `upstream`.
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let nextPartialResult = nextPartialResult
            var result = initialResult
            upstream.subscribe(
                ValueTap(description: "Scan", downstream: subscriber) { (value: Upstream.Output) in
                    result = nextPartialResult(result, value)
                    return result
                })
        }
    }

    /// What `tryScan` returns.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What the first value is folded into.
        public let initialResult: Output
        /// Folds a value into the result so far.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Folds the values of `upstream`.
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let nextPartialResult = nextPartialResult
            var result = initialResult
            upstream.subscribe(
                TryRelay<Upstream.Output, Upstream.Failure, S>(
                    "TryScan", subscriber, lenience: .values,
                    children: { [("downstream", $0.downstream), ("status", $0.status), ("result", result)] }
                ) { value in
                    result = try nextPartialResult(result, value)
                    return result
                })
        }
    }
}
#endif
