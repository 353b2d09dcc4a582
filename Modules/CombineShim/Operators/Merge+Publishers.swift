#if !canImport(Combine)
extension Publishers {
    /// A publisher of the values of two publishers.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B

        /// Merges two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 2)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
        }
    }

    /// A publisher of the values of three publishers.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C

        /// Merges three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 3)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
        }
    }

    /// A publisher of the values of four publishers.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure
    {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D

        /// Merges four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 4)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
            d.subscribe(relay.side(3))
        }
    }

    /// A publisher of the values of five publishers.
    public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure
    {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D
        /// One of the publishers.
        public let e: E

        /// Merges five publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 5)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
            d.subscribe(relay.side(3))
            e.subscribe(relay.side(4))
        }
    }

    /// A publisher of the values of six publishers.
    public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure
    {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D
        /// One of the publishers.
        public let e: E
        /// One of the publishers.
        public let f: F

        /// Merges six publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 6)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
            d.subscribe(relay.side(3))
            e.subscribe(relay.side(4))
            f.subscribe(relay.side(5))
        }
    }

    /// A publisher of the values of seven publishers.
    public struct Merge7<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure, A.Output == G.Output, A.Failure == G.Failure
    {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D
        /// One of the publishers.
        public let e: E
        /// One of the publishers.
        public let f: F
        /// One of the publishers.
        public let g: G

        /// Merges seven publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 7)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
            d.subscribe(relay.side(3))
            e.subscribe(relay.side(4))
            f.subscribe(relay.side(5))
            g.subscribe(relay.side(6))
        }
    }

    /// A publisher of the values of eight publishers.
    public struct Merge8<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
        A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
        A.Output == F.Output, A.Failure == F.Failure, A.Output == G.Output, A.Failure == G.Failure,
        A.Output == H.Output, A.Failure == H.Failure
    {
        /// The values of all of them.
        public typealias Output = A.Output
        /// The errors of all of them.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D
        /// One of the publishers.
        public let e: E
        /// One of the publishers.
        public let f: F
        /// One of the publishers.
        public let g: G
        /// One of the publishers.
        public let h: H

        /// Merges eight publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
            self.h = h
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: 8)
            relay.start()
            a.subscribe(relay.side(0))
            b.subscribe(relay.side(1))
            c.subscribe(relay.side(2))
            d.subscribe(relay.side(3))
            e.subscribe(relay.side(4))
            f.subscribe(relay.side(5))
            g.subscribe(relay.side(6))
            h.subscribe(relay.side(7))
        }
    }

    /// A publisher of the values of any number of publishers of one type.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The values of all of them.
        public typealias Output = Upstream.Output
        /// The errors of all of them.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Merges the given publishers.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Merges the given publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
            publishers = Array(upstream)
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            let relay = MergeRelay(subscriber, count: publishers.count)
            relay.start()
            for (index, publisher) in publishers.enumerated() {
                publisher.subscribe(relay.side(index))
            }
        }

        /// Merges one more.
        public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
            MergeMany(publishers + [other])
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
#endif
