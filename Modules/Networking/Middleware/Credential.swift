public import Foundation

/// What proves to a server who is asking.
public struct Credential: Sendable, Hashable {
    /// Sent with each request.
    public var token: String
    /// Traded for the next credential; `nil` when the source has other means.
    public var refreshToken: String?
    /// From when on the token is not sent any more; `nil` when only the server knows.
    public var expiresAt: Date?

    /// A credential from its parts.
    public init(token: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Text for people and logs; holds no secret.
    public var description: String { "Credential(\(Redaction.mark))" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows no part, so that dumping a credential shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
