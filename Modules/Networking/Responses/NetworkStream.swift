public import Foundation

/// A response whose head is known and whose bytes are arriving, in chunks as the transport delivers them.
///
/// It is read once, by one reader. When the reading task is cancelled the transfer ends at once and `next` throws
/// ``NetworkError/Kind/cancelled``; letting go of the stream ends the transfer too.
public struct NetworkStream: AsyncSequence, Sendable {
    /// Gives the next chunk, and `nil` at the end.
    public typealias Pull = @Sendable () async throws(NetworkError) -> Data?
    /// What an iteration gives.
    public typealias Element = Data
    /// How an iteration fails.
    public typealias Failure = NetworkError

    /// Status and headers.
    public var head: NetworkResponse.Head
    let pull: Pull

    /// A stream over a function that gives one chunk a call. What the function captures lives as long as the stream:
    /// that is how letting go of it can end a transfer.
    public init(head: NetworkResponse.Head, pull: @escaping Pull) {
        self.head = head
        self.pull = pull
    }

    /// A stream of a body that is already here.
    public init(_ response: NetworkResponse) {
        switch response.content {
        case .stream(let stream):
            self = stream
            head = response.head
        case .whole(let data):
            let rest = OneChunk(data)
            self.init(head: response.head) { () throws(NetworkError) in rest.take() }
        }
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pull: pull)
    }

    /// Reads a ``NetworkStream``.
    public struct Iterator: AsyncIteratorProtocol {
        let pull: Pull

        /// The next element, or `nil` at the end.
        public mutating func next() async throws(NetworkError) -> Data? {
            try await pull()
        }

        /// The next element, or `nil` at the end; stays on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> Data? {
            try await pull()
        }
    }

    /// Reads to the end, at most `limit` bytes, then throws ``NetworkError/Kind/bodyTooLarge(limit:)``.
    public func collect(upTo limit: Int) async throws(NetworkError) -> Data {
        var data = Data()
        while let chunk = try await pull() {
            guard data.count + chunk.count <= limit else {
                throw NetworkError(.bodyTooLarge(limit: limit), head: head)
            }
            data.append(chunk)
        }
        return data
    }

    /// Reads at least `count` bytes, or to the end, and gives at most `count`; the rest is not wanted.
    package func start(_ count: Int) async throws(NetworkError) -> Data {
        var data = Data()
        while data.count < count, let chunk = try await pull() { data.append(chunk) }
        return data.prefix(count)
    }
}
