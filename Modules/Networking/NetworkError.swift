public import Foundation

/// Why a request got no response, which request it was, and what caused it. A response of any status is no error.
///
/// No description of it holds a secret: URLs are shown without query values, headers by name only.
public struct NetworkError: Error, Sendable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// Not an absolute http or https URL that every parser reads alike. The text is as it was built.
        case invalidURL(String)
        /// Neither the router nor the configuration gives a base URL.
        case missingBaseURL
        /// A header that would break the message; nothing was sent.
        case invalidHeader(name: String, reason: HeaderFault)
        /// A method that is no token; nothing was sent.
        case invalidMethod(String)
        /// GET or HEAD with a body; nothing was sent.
        case bodyNotAllowed
        /// The body's value could not be encoded, or its source could not be read.
        case bodyEncoding
        /// A retry or redirect would have to send a one-shot body again.
        case bodyNotReplayable
        /// The host's name has no address.
        case hostNotFound
        /// The host refused, or no route leads to it.
        case cannotConnect
        /// The device has no connection.
        case offline
        /// A deadline passed.
        case timeout(Deadline)
        /// The connection broke before the response was complete.
        case connectionLost
        /// No trusted TLS connection could be made.
        case tls
        /// The peer does not speak HTTP as it should.
        case malformedResponse
        /// The body is not in the coding that it claims.
        case contentEncoding
        /// The body has more bytes than allowed.
        case bodyTooLarge(limit: Int)
        /// The reader of a stream fell too far behind; the transport cannot be made to wait.
        case readerTooSlow(limit: Int)
        /// A redirect that is not followed.
        case redirect(RedirectFault)
        /// No valid credentials could be got; the cause says why.
        case authentication
        /// Certificate pinning was asked for where the platform cannot do it; nothing was sent.
        case pinningUnavailable
        /// A file could not be read or written.
        case file
        /// The session was invalidated.
        case sessionClosed
        /// The caller's task was cancelled.
        case cancelled
        /// Anything else; see the cause.
        case unknown
    }

    /// Which deadline passed; see ``NetworkTimeouts``.
    public enum Deadline: String, Sendable, Hashable {
        /// The server did not react at all.
        case connect
        /// Too long a silence.
        case idle
        /// The whole took too long.
        case total
    }

    /// What is wrong with a header.
    public enum HeaderFault: Sendable, Hashable {
        /// RFC 9110 §5.6.2.
        case nameIsNoToken
        /// CR, LF or NUL.
        case controlCharacterInValue
        /// `Content-Length` and `Transfer-Encoding` follow from the body.
        case writtenByTransport
    }

    /// Why a redirect is not followed.
    public enum RedirectFault: Sendable, Hashable {
        /// The target is no http or https URL.
        case invalidTarget
        /// From https to http.
        case downgrade
        /// More hops than allowed.
        case tooMany(limit: Int)
        /// The same request again.
        case loop
    }

    /// What happened.
    public let kind: Kind
    /// The request, `nil` only when the error arose before there was one.
    public private(set) var requestID: NetworkRequest.ID?
    /// The request's operation.
    public private(set) var operation: String?
    /// The request's URL without query values and fragment.
    public private(set) var url: String?
    /// The cause, as the platform or the caller's code gave it.
    public let underlying: (any Error)?

    /// An error about no particular request yet; sessions fill that in.
    public init(_ kind: Kind, underlying: (any Error)? = nil) {
        self.kind = kind
        self.underlying = underlying
    }

    /// An error about a request.
    public init(_ kind: Kind, request: NetworkRequest, underlying: (any Error)? = nil) {
        self = NetworkError(kind, underlying: underlying).identified(by: request)
    }

    init(_ kind: Kind, head: NetworkResponse.Head, underlying: (any Error)? = nil) {
        self.init(kind, underlying: underlying)
        requestID = head.requestID
        operation = head.operation
        url = Redaction.namesOnly(head.url.absoluteString)
    }

    /// The error with the request's identity, unless it has one.
    func identified(by request: NetworkRequest) -> NetworkError {
        guard requestID == nil else { return self }
        var error = self
        error.requestID = request.id
        error.operation = request.operation
        if url == nil, request.url.scheme?.hasPrefix("http") == true {
            error.url = Redaction.namesOnly(request.url.absoluteString)
        }
        return error
    }

    /// Whether the same request may succeed when it is sent again: true for faults of the way, false for faults of the
    /// request, the peer's speech, or unknown ones.
    public var isRetryable: Bool {
        switch kind {
        case .hostNotFound, .cannotConnect, .offline, .timeout, .connectionLost: true
        default: false
        }
    }
}

extension NetworkError: CustomStringConvertible, LocalizedError {
    /// Text for people and logs; holds no secret.
    public var description: String {
        let subject = [operation, requestID?.description, url].compactMap(\.self).joined(separator: " ")
        return subject.isEmpty ? summary : "\(summary) (\(subject))"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    /// What happened, without the request.
    var summary: String {
        switch kind {
        case .invalidURL(let text): "Invalid URL: \(Redaction.namesOnly(text))"
        case .missingBaseURL: "No base URL: set one in the configuration or the router"
        case .invalidHeader(let name, let reason): "Invalid header \(name.debugDescription): \(reason)"
        case .invalidMethod(let method): "Invalid method \(method.debugDescription)"
        case .bodyNotAllowed: "GET and HEAD requests carry no body"
        case .bodyEncoding: "The request body could not be encoded"
        case .bodyNotReplayable: "The request body can be sent only once"
        case .hostNotFound: "Host not found"
        case .cannotConnect: "Cannot connect"
        case .offline: "No network connection"
        case .timeout(let deadline): "Timed out (\(deadline.rawValue))"
        case .connectionLost: "The connection was lost"
        case .tls: "No secure connection"
        case .malformedResponse: "The response is not valid HTTP"
        case .contentEncoding: "The response body's encoding is invalid"
        case .bodyTooLarge(let limit): "The response body exceeds \(limit) bytes"
        case .readerTooSlow(let limit): "More than \(limit) bytes are waiting to be read"
        case .redirect(let fault): "Redirect refused: \(fault)"
        case .authentication: "Authentication failed"
        case .pinningUnavailable: "Certificate pinning is not available on this platform"
        case .file: "A file could not be read or written"
        case .sessionClosed: "The session is closed"
        case .cancelled: "Cancelled"
        case .unknown: (underlying as? any ExplainedError)?.description ?? "The request failed"
        }
    }
}
