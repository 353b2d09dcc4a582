public import Networking

/// An account of the app's user.
public struct AppAccount: Sendable, Hashable {
    /// Identifies the account in cache scopes; never empty, and never shown to a server by itself.
    public let name: String
    /// What requests are signed with; `nil` sends them unsigned.
    public let credential: Credential?

    /// An account. An empty name counts as nobody's, so `nil` is returned.
    public init?(name: String, credential: Credential?) {
        if name.isEmpty { return nil }
        self.name = name
        self.credential = credential
    }
}
