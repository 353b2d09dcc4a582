/// A named event that modules send to one another without knowing each other.
///
/// A module declares its own:
/// ```swift
/// extension Signal {
///     public static let contactsListNeedsReload: Signal = "contacts.list-needs-reload"
/// }
/// ```
public struct Signal: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name; two signals of one name are the same signal.
    public let rawValue: String

    /// The signal of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The signal of that name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}
