/// The name of a module whose data source can be switched: `contacts`, `products`, …
///
/// A feature declares its own as a static member, so that call-sites read `.contacts`:
///
///     extension ModuleID {
///         public static let contacts: ModuleID = "contacts"
///     }
public struct ModuleID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as it is written in `HARMONY_DATA` and on the command line.
    public let rawValue: String

    /// Names a module.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names a module by a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The bare name.
    public var description: String { rawValue }

    /// Orders by name, for stable listings.
    public static func < (lhs: ModuleID, rhs: ModuleID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
