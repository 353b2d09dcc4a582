public import Foundation
public import Networking

/// A response whose status is 2xx.
public struct SuccessResponse: Sendable {
    /// Status, headers, and which request they answer.
    public let head: NetworkResponse.Head
    /// The whole body; may be empty.
    public let body: Data

    /// A response from its parts.
    public init(head: NetworkResponse.Head, body: Data) {
        self.head = head
        self.body = body
    }

    init(_ response: NetworkResponse) throws(NetworkTransferError) {
        guard response.isSuccess else { throw .status(FailureResponse(head: response.head, body: response.body)) }
        self.init(head: response.head, body: response.body)
    }

    /// The status code, 200–299.
    public var statusCode: Int { head.statusCode }
    /// The header fields.
    public var headers: HTTPHeaders { head.headers }
    /// The URL that answered, after redirects.
    public var url: URL { head.url }
}

/// A response whose status is not 2xx, with enough of its body to say why.
public struct FailureResponse: Sendable {
    /// How many bytes of the body are kept.
    public static let bodyLimit = 64 * 1_024

    /// Status, headers, and which request they answer.
    public let head: NetworkResponse.Head
    /// The body's first ``bodyLimit`` bytes.
    public let body: Data
    /// Whether the body had more.
    public let isTruncated: Bool

    /// A response with as much of `body` as is kept.
    public init(head: NetworkResponse.Head, body: Data) {
        self.head = head
        self.body = Data(body.prefix(Self.bodyLimit))
        isTruncated = body.count > Self.bodyLimit
    }

    /// The status code.
    public var statusCode: Int { head.statusCode }
    /// The header fields.
    public var headers: HTTPHeaders { head.headers }

    /// The body as the API's own error type, or `nil` when it is not one.
    public func decoded<E: Decodable>(as type: E.Type, decoder: JSONDecoder = NetworkJSON.decoder()) -> E? {
        try? decoder.decode(type, from: body)
    }
}

/// The type to decode into when a call's answer has no body, or none of interest.
public struct EmptyResponse: Codable, Hashable, Sendable {
    /// The one value.
    public init() {}
    /// Whatever the body holds.
    public init(from decoder: any Decoder) {}
}

/// A type that has a value for "no body".
protocol EmptyBodyDecodable {
    static var emptyBody: Self { get }
}

extension EmptyResponse: EmptyBodyDecodable {
    static var emptyBody: EmptyResponse { EmptyResponse() }
}

extension Optional: EmptyBodyDecodable {
    static var emptyBody: Wrapped? { nil }
}
