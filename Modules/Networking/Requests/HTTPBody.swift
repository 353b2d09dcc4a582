public import Foundation

/// What a request sends: bytes, a file, or a source that yields the bytes when they are needed.
///
/// Values are encoded when the request is built, off the caller's actor when a service builds it. Every body has a
/// content type, because a transport that guesses one (form encoding, on Linux) guesses wrong.
public struct HTTPBody: Sendable {
    /// Opens the body from its start; called once for each time the request is sent. Throwing ends the request.
    public typealias Source = @Sendable () async throws -> any AsyncSequence<Data, any Error> & Sendable

    /// The `Content-Type` sent unless the request's headers state one.
    public let contentType: String
    let content: Content

    enum Content: Sendable {
        case data(Data)
        case encoded(@Sendable () throws -> Data)
        case file(URL)
        case stream(Source, isReplayable: Bool)
    }

    /// The JSON of a value (RFC 8259). Dates are ISO 8601 unless another encoder is given.
    public static func json(
        _ value: some Encodable & Sendable, encoder: @escaping @Sendable () -> JSONEncoder = NetworkJSON.encoder
    ) -> HTTPBody {
        HTTPBody(contentType: "application/json", content: .encoded { try encoder().encode(value) })
    }

    /// `application/x-www-form-urlencoded`, escaped by the same table as a query.
    public static func form(_ items: [URLQueryItem], _ encoding: PercentEncoding.Query = .standard) -> HTTPBody {
        HTTPBody(
            contentType: "application/x-www-form-urlencoded",
            content: .data(Data(PercentEncoding.query(items, encoding).utf8)))
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> HTTPBody {
        HTTPBody(contentType: contentType, content: .data(Data(text.utf8)))
    }

    /// Bytes as they are.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType, content: .data(data))
    }

    /// A file, read from disk while it is sent.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(contentType: contentType, content: .file(url))
    }

    /// A source that can be opened again, so the request may be retried and redirected. It is written to a private
    /// temporary file first, which gives the request a length; memory stays bounded by one chunk.
    public static func stream(contentType: String, _ source: @escaping Source) -> HTTPBody {
        HTTPBody(contentType: contentType, content: .stream(source, isReplayable: true))
    }

    /// A source that yields its bytes once. Such a request is neither retried nor re-sent by a redirect; where that
    /// would be needed it ends with ``NetworkError/Kind/bodyNotReplayable``.
    public static func oneShot(contentType: String, _ source: @escaping Source) -> HTTPBody {
        HTTPBody(contentType: contentType, content: .stream(source, isReplayable: false))
    }

    /// Whether the body can be sent a second time.
    public var isReplayable: Bool {
        if case .stream(_, isReplayable: false) = content { false } else { true }
    }

    /// The bytes, when they are in memory: `nil` for files and streams.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }

    /// The same body with a value's encoding done.
    func encoded() throws(NetworkError) -> HTTPBody {
        guard case .encoded(let encode) = content else { return self }
        do {
            return HTTPBody(contentType: contentType, content: .data(try encode()))
        } catch {
            throw NetworkError(.bodyEncoding, underlying: error)
        }
    }
}
