#if !canImport(Combine)
extension Publisher {
    /// Transforms each value and drops those that become `nil`.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Transforms each value and drops those that become `nil`; an error that `transform` throws ends the stream.
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// What `compactMap` returns.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What is done to each value.
        public let transform: (Upstream.Output) -> Output?

        /// Transforms the values of `upstream`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let transform = transform
            upstream.subscribe(
                SieveTap(description: "CompactMap", downstream: subscriber) {
                    guard let output = transform($0) else { return .max(1) }
                    return subscriber.receive(output)
                })
        }
    }

    /// What `tryCompactMap` returns.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What is done to each value.
        public let transform: (Upstream.Output) throws -> Output?

        /// Transforms the values of `upstream`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let transform = transform
            upstream.subscribe(
                StepRelay("TryCompactMap", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (value: Upstream.Output) throws(any Error) in try transform(value).map { .emit($0) } ?? .skip
                })
        }
    }
}

// MARK: - One step instead of two

extension Publishers.CompactMap {
    /// Both transformations in one.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Both transformations in one.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
}

extension Publishers.TryCompactMap {
    /// Both transformations in one.
    public func compactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
    }
}
#endif
