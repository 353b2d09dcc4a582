#if !canImport(Combine)
extension Publisher where Output: Comparable {
    /// The smallest value, once the stream has finished.
    public func min() -> Publishers.Comparison<Self> {
        min(by: <)
    }

    /// The largest value, once the stream has finished.
    public func max() -> Publishers.Comparison<Self> {
        max(by: <)
    }
}

extension Publisher {
    /// The smallest value by `areInIncreasingOrder`, once the stream has finished.
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }

    /// The smallest value by `areInIncreasingOrder`; an error that it throws ends the stream.
    public func tryMin(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
    }

    /// The largest value by `areInIncreasingOrder`, once the stream has finished.
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// The largest value by `areInIncreasingOrder`; an error that it throws ends the stream.
    public func tryMax(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

extension Publishers {
    /// What `min` and `max` return.
    public struct Comparison<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value takes the place of the first.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        /// Looks for the largest value of `upstream`.
        public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let areInIncreasingOrder = areInIncreasingOrder
            upstream.subscribe(
                FoldRelay("Comparison", subscriber, failure: { (error: Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(Failure) in
                    if let best = result {
                        if areInIncreasingOrder(best, value) { result = value }
                    } else {
                        result = value
                    }
                    return false
                })
        }
    }

    /// What `tryMin` and `tryMax` return.
    public struct TryComparison<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value takes the place of the first.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Looks for the largest value of `upstream`.
        public init(
            upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let areInIncreasingOrder = areInIncreasingOrder
            upstream.subscribe(
                FoldRelay("TryComparison", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (result: inout Output?, value: Upstream.Output) throws(any Error) in
                    if let best = result {
                        if try areInIncreasingOrder(best, value) { result = value }
                    } else {
                        result = value
                    }
                    return false
                })
        }
    }
}
#endif
