#if !canImport(Combine)
extension Publisher {
    /// Decodes each value, for example with a `JSONDecoder`; an error ends the stream.
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

extension Publisher where Output: Encodable {
    /// Encodes each value, for example with a `JSONEncoder`; an error ends the stream.
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publishers {
    /// What `decode` returns.
    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
    where Upstream.Output == Coder.Input {
        /// Any error: the upstream's or the decoder's.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        private let decoder: Coder

        /// Decodes the values of `upstream`.
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let decoder = decoder
            upstream.subscribe(
                TryRelay<Upstream.Output, Upstream.Failure, S>(coding: "Decode", subscriber) {
                    try decoder.decode(Output.self, from: $0)
                })
        }
    }

    /// What `encode` returns.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
        /// The documents.
        public typealias Output = Coder.Output
        /// Any error: the upstream's or the encoder's.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        private let encoder: Coder

        /// Encodes the values of `upstream`.
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == any Error {
            let encoder = encoder
            upstream.subscribe(
                TryRelay<Upstream.Output, Upstream.Failure, S>(coding: "Encode", subscriber) {
                    try encoder.encode($0)
                })
        }
    }
}

extension TryRelay {
    fileprivate convenience init(
        coding description: String, _ downstream: Downstream,
        transform: @escaping (Input) throws -> Downstream.Input
    ) {
        self.init(
            description, downstream, lenience: .none,
            children: { relay in
                let isFinished = if case .terminal = relay.status { true } else { false }
                return [
                    ("downstream", relay.downstream), ("finished", isFinished),
                    ("upstreamSubscription", relay.status.subscription as Any),
                ]
            }, transform: transform)
    }
}
#endif
