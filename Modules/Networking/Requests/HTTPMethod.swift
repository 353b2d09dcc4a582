/// An HTTP request method (RFC 9110 §9). Any token is allowed; the usual ones have names.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method as it goes on the wire, case-sensitive (`GET`).
    public let rawValue: String

    /// A method by its wire name; it is checked to be a token when the request is built.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 9110 §9.3.1.
    public static let get = HTTPMethod(rawValue: "GET")
    /// RFC 9110 §9.3.2.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// RFC 9110 §9.3.3.
    public static let post = HTTPMethod(rawValue: "POST")
    /// RFC 9110 §9.3.4.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// RFC 9110 §9.3.5.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// RFC 9110 §9.3.7.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// RFC 5789.
    public static let patch = HTTPMethod(rawValue: "PATCH")

    /// Whether the request only reads (RFC 9110 §9.2.1).
    public var isSafe: Bool { [.get, .head, .options, HTTPMethod(rawValue: "TRACE")].contains(self) }

    /// Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2), so that it may be retried.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether a request with this method may carry a body here. GET and HEAD may not: some platforms fail such a
    /// request, others drop the body.
    public var allowsBody: Bool { self != .get && self != .head }

    /// Text for people and logs; holds no secret.
    public var description: String { rawValue }
}
