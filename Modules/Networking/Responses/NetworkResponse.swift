public import Foundation

/// A response of any status: the head, and a body that is either here or still arriving.
public struct NetworkResponse: Sendable {
    /// Status and headers, and which request they answer.
    public struct Head: Sendable {
        /// The request that was answered.
        public let requestID: NetworkRequest.ID
        /// Its operation.
        public let operation: String
        /// The URL that answered, after redirects.
        public var url: URL
        /// The status code (RFC 9110 §15), any number.
        public var statusCode: Int
        /// The header fields; `Set-Cookie` is one value a cookie.
        public var headers: HTTPHeaders

        /// The head of an answer to `request`.
        public init(request: NetworkRequest, statusCode: Int, headers: HTTPHeaders = [:]) {
            requestID = request.id
            operation = request.operation
            url = request.url
            self.statusCode = statusCode
            self.headers = headers
        }

        /// Whether the status is 2xx.
        public var isSuccess: Bool { (200..<300).contains(statusCode) }
    }

    /// Where the body is.
    public enum Content: Sendable {
        /// All of it is here.
        case whole(Data)
        /// It is arriving; the answer to ``NetworkSession/stream(for:)``.
        case stream(NetworkStream)
    }

    /// Status and headers.
    public var head: Head
    /// The body. Middleware that passes it on unchanged serves whole and streamed responses alike.
    public var content: Content

    /// A response from its parts.
    public init(head: Head, content: Content) {
        self.head = head
        self.content = content
    }

    /// A whole response to `request`.
    public init(request: NetworkRequest, statusCode: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.init(head: Head(request: request, statusCode: statusCode, headers: headers), content: .whole(body))
    }

    /// The whole body; empty while a stream carries it.
    public var body: Data {
        if case .whole(let data) = content { data } else { Data() }
    }

    /// The request that was answered.
    public var requestID: NetworkRequest.ID { head.requestID }
    /// Its operation.
    public var operation: String { head.operation }
    /// The URL that answered, after redirects.
    public var url: URL { head.url }
    /// The status code.
    public var statusCode: Int { head.statusCode }
    /// The header fields.
    public var headers: HTTPHeaders { head.headers }
    /// Whether the status is 2xx.
    public var isSuccess: Bool { head.isSuccess }
}
