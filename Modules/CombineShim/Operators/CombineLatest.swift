#if !canImport(Combine)
extension Publisher {
    /// Pairs of the latest values, whenever one of the publishers sends and both have sent.
    public func combineLatest<P: Publisher>(
        _ other: P
    ) -> Publishers.CombineLatest<Self, P> where Failure == P.Failure {
        Publishers.CombineLatest(self, other)
    }

    /// What `transform` makes of the latest values.
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where Failure == P.Failure {
        Publishers.CombineLatest(self, other).map(transform)
    }

    /// Triples of the latest values, whenever one of the publishers sends and all have sent.
    public func combineLatest<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.CombineLatest3<Self, P, Q> where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// What `transform` makes of the latest values.
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2).map(transform)
    }

    /// Quadruples of the latest values, whenever one of the publishers sends and all have sent.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }

    /// What `transform` makes of the latest values.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3).map(transform)
    }
}

extension Publishers {
    /// What `combineLatest` of two publishers returns.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output)
        /// The errors of all publishers.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B

        /// Combines two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (slotA, slotB) = (Slot<A.Output>(), Slot<B.Output>())
            let relay = CombineLatestRelay(subscriber, slots: [slotA, slotB]) {
                guard let a = slotA.first, let b = slotB.first else { return nil }
                return (a, b)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
            relay.start()
        }
    }

    /// What `combineLatest` of three publishers returns.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The errors of all publishers.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C

        /// Combines three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (slotA, slotB, slotC) = (Slot<A.Output>(), Slot<B.Output>(), Slot<C.Output>())
            let relay = CombineLatestRelay(subscriber, slots: [slotA, slotB, slotC]) {
                guard let a = slotA.first, let b = slotB.first, let c = slotC.first else { return nil }
                return (a, b, c)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
            c.subscribe(relay.side(2, slotC))
            relay.start()
        }
    }

    /// What `combineLatest` of four publishers returns.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The errors of all publishers.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D

        /// Combines four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (slotA, slotB, slotC, slotD) = (
                Slot<A.Output>(), Slot<B.Output>(), Slot<C.Output>(), Slot<D.Output>()
            )
            let relay = CombineLatestRelay(subscriber, slots: [slotA, slotB, slotC, slotD]) {
                guard let a = slotA.first, let b = slotB.first, let c = slotC.first, let d = slotD.first else {
                    return nil
                }
                return (a, b, c, d)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
            c.subscribe(relay.side(2, slotC))
            d.subscribe(relay.side(3, slotD))
            relay.start()
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
