#if !canImport(Combine)
extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence without a buffer: a value that comes while nobody waits for one is lost,
    /// unless the publisher keeps it.
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }
}

extension Publisher {
    /// The values as an asynchronous sequence without a buffer, which throws the error that ends the stream.
    public var values: AsyncThrowingPublisher<Self> {
        AsyncThrowingPublisher(self)
    }
}

/// The values of a publisher that cannot fail, for `for await`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    /// The values.
    public typealias Element = P.Output
    /// The iterator.
    public typealias AsyncIterator = Iterator

    private let publisher: P

    /// Wraps `publisher`.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(demand: AsyncDemand(publisher))
    }

    /// Asks for one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        /// The values.
        public typealias Element = P.Output

        fileprivate let demand: AsyncDemand<P.Output, Never>

        /// Asks for a value and waits for it; `nil` at the end, or when the task is cancelled, which cancels the
        /// subscription.
        @concurrent public mutating func next() async -> P.Output? {
            switch await demand.demander.next() {
            case .success(let value): value
            }
        }
    }
}

/// The values of a publisher, for `for try await`.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The values.
    public typealias Element = P.Output
    /// The iterator.
    public typealias AsyncIterator = Iterator

    private let publisher: P

    /// Wraps `publisher`.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(demand: AsyncDemand(publisher))
    }

    /// Asks for one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        /// The values.
        public typealias Element = P.Output

        fileprivate let demand: AsyncDemand<P.Output, P.Failure>

        /// Asks for a value and waits for it; `nil` at the end, or when the task is cancelled, which cancels the
        /// subscription. Throws the error that ends the stream, once.
        @concurrent public mutating func next() async throws -> P.Output? {
            try await demand.demander.next().get()
        }
    }
}
#endif
