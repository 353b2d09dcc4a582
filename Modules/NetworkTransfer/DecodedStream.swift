public import Foundation
public import Networking

/// Decoded values, one a line (`application/jsonl`, `application/x-ndjson`) or one an event (`text/event-stream`), as
/// they arrive. It is read once.
public struct DecodedStream<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    /// How reading fails.
    public typealias Failure = NetworkTransferError

    /// Status and headers.
    public var head: NetworkResponse.Head { stream.head }
    private let stream: NetworkStream
    private let decoder: @Sendable () -> JSONDecoder

    /// Values of a stream whose `Content-Type` says how they are framed: events, or else lines.
    public init(_ stream: NetworkStream, decoder: @escaping @Sendable () -> JSONDecoder = NetworkJSON.decoder) {
        self.stream = stream
        self.decoder = decoder
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        let isEvents = stream.head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true
        return Iterator(
            head: stream.head, decoder: decoder(),
            lines: isEvents ? nil : stream.lines.makeAsyncIterator(),
            events: isEvents ? stream.serverSentEvents.makeAsyncIterator() : nil)
    }

    /// Reads a ``DecodedStream``.
    public struct Iterator: AsyncIteratorProtocol {
        let head: NetworkResponse.Head
        let decoder: JSONDecoder
        var lines: ParsedStream<String>.Iterator?
        var events: ParsedStream<ServerSentEvent>.Iterator?

        /// The next value, or `nil` at the end.
        public mutating func next() async throws(NetworkTransferError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// The next value, or `nil` at the end; decoding leaves the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkTransferError) -> Element? {
            let text: String?
            do throws(NetworkError) {
                text = try await nextText(isolation: actor)
            } catch {
                throw .resolve(networkError: error)
            }
            guard let text else { return nil }
            return try await Decoding.decode(
                Element.self, Data(text.utf8), decoder, of: head.operation, statusCode: head.statusCode)
        }

        /// Blank lines stand between values and mean nothing.
        private mutating func nextText(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> String? {
            if events != nil { return try await events?.next(isolation: actor)?.data }
            while let line = try await lines?.next(isolation: actor) {
                if !line.allSatisfy(\.isWhitespace) { return line }
            }
            return nil
        }
    }
}
