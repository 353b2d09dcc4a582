#if !canImport(Combine)
extension Publisher {
    /// Transforms the error that ends the stream.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform)
    }

    /// Traps if the stream fails; for failures that would be programming errors.
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

extension Publisher where Failure == Never {
    /// The same stream, said to be able to fail, so that it fits others that can.
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers {
    /// What `mapError` returns.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream
        /// What is done to an error.
        public let transform: (Upstream.Failure) -> Failure

        /// Transforms the error of `upstream`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Transforms the error of `upstream`.
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.init(upstream: upstream, transform: map)
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(FailureTap(description: "MapError", downstream: subscriber, transform: transform))
        }
    }

    /// What `setFailureType` returns.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The values of the upstream.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Says that `upstream` can fail.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(
                FailureTap(description: "SetFailureType", downstream: subscriber) { (never: Never) -> Failure in })
        }

        /// The same stream with yet another type of error.
        public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }

    /// What `assertNoFailure` returns.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// It does not fail, it traps.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// Begins the message.
        public let prefix: String
        /// Where the assertion was made.
        public let file: StaticString
        /// Where the assertion was made.
        public let line: UInt

        /// Traps if `upstream` fails.
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == Never {
            let (prefix, file, line) = (prefix, file, line)
            upstream.subscribe(
                FailureTap(
                    description: "AssertNoFailure", downstream: subscriber,
                    mirrorChildren: [("file", file), ("line", line), ("prefix", prefix)]
                ) { (error: Upstream.Failure) in
                    preconditionFailure(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
                })
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
#endif
