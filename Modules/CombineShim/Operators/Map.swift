#if !canImport(Combine)
extension Publisher {
    /// Transforms each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Transforms each value; an error that `transform` throws ends the stream.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// Replaces each `nil` by `output`.
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}

extension Publishers {
    /// What `map` returns.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What is done to each value.
        public let transform: (Upstream.Output) -> Output

        /// Transforms the values of `upstream`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(ValueTap(description: "Map", downstream: subscriber, transform: transform))
        }
    }

    /// What `tryMap` returns.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What is done to each value.
        public let transform: (Upstream.Output) throws -> Output

        /// Transforms the values of `upstream`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            upstream.subscribe(
                TryRelay<Upstream.Output, Upstream.Failure, S>(
                    "TryMap", subscriber, lenience: .all, transform: transform))
        }
    }
}

// MARK: - One step instead of two

extension Publishers.Map {
    /// Both transformations in one.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = self.transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
    }

    /// Both transformations in one.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}

extension Publishers.TryMap {
    /// Both transformations in one.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        tryMap(transform)
    }

    /// Both transformations in one.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}
#endif
