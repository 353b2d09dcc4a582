#if !canImport(Combine)
extension Publisher {
    /// Pairs of the values in the order in which each publisher sends them.
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where Failure == P.Failure {
        Publishers.Zip(self, other)
    }

    /// What `transform` makes of the pairs.
    public func zip<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where Failure == P.Failure {
        Publishers.Zip(self, other).map(transform)
    }

    /// Triples of the values in the order in which each publisher sends them.
    public func zip<P: Publisher, Q: Publisher>(
        _ publisher1: P, _ publisher2: Q
    ) -> Publishers.Zip3<Self, P, Q> where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// What `transform` makes of the triples.
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2).map(transform)
    }

    /// Quadruples of the values in the order in which each publisher sends them.
    public func zip<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Zip4<Self, P, Q, R>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3)
    }

    /// What `transform` makes of the quadruples.
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3).map(transform)
    }
}

extension Publishers {
    /// What `zip` of two publishers returns.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output)
        /// The errors of all publishers.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B

        /// Zips two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (slotA, slotB) = (Slot<A.Output>(), Slot<B.Output>())
            let relay = ZipRelay(subscriber, slots: [slotA, slotB]) {
                guard let a = slotA.popFirst(), let b = slotB.popFirst() else { return nil }
                return (a, b)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
        }
    }

    /// What `zip` of three publishers returns.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The errors of all publishers.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C

        /// Zips three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let (slotA, slotB, slotC) = (Slot<A.Output>(), Slot<B.Output>(), Slot<C.Output>())
            let relay = ZipRelay(subscriber, slots: [slotA, slotB, slotC]) {
                guard let a = slotA.popFirst(), let b = slotB.popFirst(), let c = slotC.popFirst() else {
                    return nil
                }
                return (a, b, c)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
            c.subscribe(relay.side(2, slotC))
        }
    }

    /// What `zip` of four publishers returns.
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// One value of each.
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

        /// Zips four publishers.
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
            let relay = ZipRelay(subscriber, slots: [slotA, slotB, slotC, slotD]) {
                guard let a = slotA.popFirst(), let b = slotB.popFirst(), let c = slotC.popFirst(),
                    let d = slotD.popFirst()
                else { return nil }
                return (a, b, c, d)
            }
            a.subscribe(relay.side(0, slotA))
            b.subscribe(relay.side(1, slotB))
            c.subscribe(relay.side(2, slotC))
            d.subscribe(relay.side(3, slotD))
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
