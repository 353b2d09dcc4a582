/// What a value is cached under: an identifier inside a scope.
///
/// There is no key without a scope. The same identifier in two scopes makes two keys that are never equal.
/// `==` and `hash(into:)` of `ID` run while the cache is locked: use plain values.
public struct CacheKey<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Whose data it is, and from which source.
    public let scope: CacheScope
    /// The identifier inside the scope.
    public let id: ID

    /// The key of `id` in `scope`.
    public init(_ id: ID, in scope: CacheScope) {
        self.scope = scope
        self.id = id
    }

    // The identifier first: it tells most keys of a cache apart, and the scopes are then rarely compared.
    /// Equal when both the identifier and the scope are.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.scope == right.scope
    }

    /// Hashes the identifier and the scope.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(scope)
    }
}

extension CacheKey: CustomStringConvertible {
    /// The scope and the identifier, as in `alice/mock/contacts`.
    public var description: String { "\(scope)/\(id)" }
}
