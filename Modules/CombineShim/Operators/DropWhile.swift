#if !canImport(Combine)
extension Publisher {
    /// The values from the first one on for which `predicate` is false.
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }

    /// The values from the first one on for which `predicate` is false; an error that it throws ends the stream.
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What `drop(while:)` returns.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is dropped.
        public let predicate: (Upstream.Output) -> Bool

        /// Drops values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let predicate = predicate
            upstream.subscribe(
                DropWhileRelay("DropWhile", subscriber, failure: { (error: Failure) in error }) {
                    (value: Output) throws(Failure) in predicate(value)
                })
        }
    }

    /// What `tryDrop(while:)` returns.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// Any error: the upstream's or one that was thrown.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is dropped.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Drops values of `upstream`.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let predicate = predicate
            upstream.subscribe(
                DropWhileRelay("TryDropWhile", subscriber, failure: { (error: Upstream.Failure) in error }) {
                    (value: Output) throws(any Error) in try predicate(value)
                })
        }
    }
}

private final class DropWhileRelay<Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input

    private let convert: (Failure) -> Downstream.Failure
    private let predicate: (Input) throws(Downstream.Failure) -> Bool
    /// Guarded by `lock`.
    private var isDropping = true

    init(
        _ description: String, _ downstream: Downstream, failure convert: @escaping (Failure) -> Downstream.Failure,
        predicate: @escaping (Input) throws(Downstream.Failure) -> Bool
    ) {
        self.convert = convert
        self.predicate = predicate
        super.init(description, downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isSubscribed else { return .none }
        if lock.withLock({ isDropping }) {
            do throws(Downstream.Failure) {
                if try predicate(input) { return .max(1) }
            } catch {
                guard let subscription = terminate() else { return .none }
                subscription.cancel()
                downstream.receive(completion: .failure(error))
                return .none
            }
            lock.withLock { isDropping = false }
        }
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        downstream.receive(completion: completion.mapFailure(convert))
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        super.request(demand)
    }
}
#endif
