#if !canImport(Combine)
extension Publisher {
    /// Shares one subscription among all subscribers through a subject that is made at first need.
    public func multicast<S: Subject>(
        _ createSubject: @escaping () -> S
    ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Shares one subscription among all subscribers through `subject`.
    public func multicast<S: Subject>(
        subject: S
    ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
        multicast { subject }
    }

    /// Shares one subscription among all subscribers: the first one connects, and when the last one cancels, it is
    /// cancelled. Values that have gone by are not repeated.
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}

extension Publisher where Failure == Never {
    /// The same stream, which starts only when `connect()` is called.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}

extension Publishers {
    /// What `multicast` returns.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the subject.
        public let createSubject: () -> SubjectType

        private let lock = Lock()
        private var madeSubject: SubjectType?

        /// Shares `upstream`.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// Attaches `subscriber` to the subject.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            subject.subscribe(MulticastRelay(subscriber))
        }

        /// Attaches the subject to the upstream.
        public func connect() -> any Cancellable {
            upstream.subscribe(subject)
        }

        /// Two threads may make one at a time; the first is kept.
        private var subject: SubjectType {
            if let subject = lock.withLock({ madeSubject }) { return subject }
            let new = createSubject()
            return lock.withLock {
                let subject = madeSubject ?? new
                madeSubject = subject
                return subject
            }
        }
    }

    /// What `makeConnectable` returns.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        private let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// Makes `upstream` start only when told to.
        public init(upstream: Upstream) {
            inner = upstream.multicast(subject: PassthroughSubject())
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            inner.subscribe(subscriber)
        }

        /// Starts.
        public func connect() -> any Cancellable {
            inner.connect()
        }
    }

    /// What `share` returns.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        private let inner: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

        /// Shares `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
            inner = upstream.multicast(subject: PassthroughSubject()).autoconnect()
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            inner.subscribe(subscriber)
        }

        /// Whether both are the same object.
        public static func == (lhs: Publishers.Share<Upstream>, rhs: Publishers.Share<Upstream>) -> Bool {
            lhs === rhs
        }
    }
}

private final class MulticastRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    init(_ downstream: Downstream) {
        super.init("Multicast", downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard let subscription = activeSubscription else { return .none }
        let demand = downstream.receive(input)
        if demand != .none {
            subscription.request(demand)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        downstream.receive(completion: completion)
    }
}
#endif
