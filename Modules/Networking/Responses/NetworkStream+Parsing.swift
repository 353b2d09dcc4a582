import Foundation

extension NetworkStream {
    /// The most bytes that a line or an event may have: 1 MiB. Beyond it the sequence throws
    /// ``NetworkError/Kind/bodyTooLarge(limit:)``.
    public static let elementLimit = 1_024 * 1_024

    /// The body as lines of UTF-8, ended by LF or CRLF; the last one may lack its end.
    public var lines: ParsedStream<String> {
        ParsedStream(self) {
            var splitter = LineSplitter(.lineFeed)
            return { chunk in
                guard let chunk else { return (splitter.finish().map { [$0] } ?? [], 0) }
                return (splitter.push(chunk), splitter.partialCount)
            }
        }
    }

    /// The body as server-sent events.
    public var serverSentEvents: ParsedStream<ServerSentEvent> {
        ParsedStream(self) {
            var parser = ServerSentEventParser()
            return { chunk in chunk.map { (parser.push($0), parser.pendingCount) } ?? ([], 0) }
        }
    }
}

/// What a stream's bytes say, element by element, as they arrive. It is read once, like its ``NetworkStream``.
public struct ParsedStream<Element: Sendable>: AsyncSequence, Sendable {
    /// How reading fails.
    public typealias Failure = NetworkError
    /// Takes a chunk, or `nil` at the end; gives the elements it completes and how many bytes wait for more.
    typealias Parse = (Data?) -> (elements: [Element], pending: Int)

    /// Status and headers.
    public var head: NetworkResponse.Head { stream.head }
    private let stream: NetworkStream
    private let makeParse: @Sendable () -> Parse

    init(_ stream: NetworkStream, _ makeParse: @escaping @Sendable () -> Parse) {
        self.stream = stream
        self.makeParse = makeParse
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(head: stream.head, chunks: stream.makeAsyncIterator(), parse: makeParse())
    }

    /// Reads a ``ParsedStream``.
    public struct Iterator: AsyncIteratorProtocol {
        let head: NetworkResponse.Head
        var chunks: NetworkStream.Iterator
        let parse: Parse
        private var ready: ArraySlice<Element> = []
        private var isAtEnd = false

        init(head: NetworkResponse.Head, chunks: NetworkStream.Iterator, parse: @escaping Parse) {
            self.head = head
            self.chunks = chunks
            self.parse = parse
        }

        /// The next element, or `nil` at the end.
        public mutating func next() async throws(NetworkError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// The next element, or `nil` at the end; stays on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> Element? {
            while ready.isEmpty {
                guard !isAtEnd else { return nil }
                let chunk = try await chunks.next(isolation: actor)
                isAtEnd = chunk == nil
                let (elements, pending) = parse(chunk)
                guard pending <= NetworkStream.elementLimit else {
                    throw NetworkError(.bodyTooLarge(limit: NetworkStream.elementLimit), head: head)
                }
                ready = elements[...]
            }
            return ready.popFirst()
        }
    }
}
