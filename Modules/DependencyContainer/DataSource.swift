/// Where a module's data comes from.
public enum DataSource: String, Hashable, Sendable, CaseIterable {
    /// The server, over the live session.
    case real
    /// The module's mock transport; everything above the transport stays the same.
    case mock
}
