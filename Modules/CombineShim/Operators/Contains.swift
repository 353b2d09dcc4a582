#if !canImport(Combine)
extension Publisher where Output: Equatable {
    /// Whether `output` comes: true with it, or false at the end.
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publisher {
    /// Whether a value satisfies `predicate`: true with it, or false at the end.
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }

    /// Whether a value satisfies `predicate`; an error that it throws ends the stream.
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }

    /// Whether all values satisfy `predicate`: false with the first that does not, or true at the end.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }

    /// Whether all values satisfy `predicate`; an error that it throws ends the stream.
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `contains(_:)` returns.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        /// The answer.
        public typealias Output = Bool
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The value that is looked for.
        public let output: Upstream.Output

        /// Looks for a value of `upstream`.
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let output = output
            upstream.subscribe(
                FoldRelay("Contains", subscriber, unlessDecided: false, failure: { (error: Failure) in error }) {
                    (value: Upstream.Output) throws(Failure) in value == output
                })
        }
    }

    /// What `contains(where:)` returns.
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What a value must satisfy.
        public let predicate: (Upstream.Output) -> Bool

        /// Looks at the values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay("ContainsWhere", subscriber, unlessDecided: false, failure: { (error: Failure) in error }) {
                    (value: Upstream.Output) throws(Failure) in predicate(value)
                })
        }
    }

    /// What `tryContains(where:)` returns.
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What a value must satisfy.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Looks at the values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay(
                    "TryContainsWhere", subscriber, unlessDecided: false,
                    failure: { (error: Upstream.Failure) in error }
                ) {
                    (value: Upstream.Output) throws(any Error) in try predicate(value)
                })
        }
    }

    /// What `allSatisfy` returns.
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What a value must satisfy.
        public let predicate: (Upstream.Output) -> Bool

        /// Looks at the values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay("AllSatisfy", subscriber, unlessDecided: true, failure: { (error: Failure) in error }) {
                    (value: Upstream.Output) throws(Failure) in !predicate(value)
                })
        }
    }

    /// What `tryAllSatisfy` returns.
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
        /// The answer.
        public typealias Output = Bool
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What a value must satisfy.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Looks at the values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                FoldRelay(
                    "TryAllSatisfy", subscriber, unlessDecided: true, failure: { (error: Upstream.Failure) in error }
                ) {
                    (value: Upstream.Output) throws(any Error) in try !predicate(value)
                })
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
#endif
