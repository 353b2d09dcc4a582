/// A label for cached values, by which many are invalidated at once.
///
/// Tags are paths: invalidating `products` reaches everything tagged `products`, `products/42` or
/// `products/list/page-1`, and not `products-archive`.
public struct CacheTag: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path; its parts are separated by `/`.
    public let rawValue: String

    /// The tag with that path.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The tag with that path.
    public init(stringLiteral value: String) { rawValue = value }

    /// The path.
    public var description: String { rawValue }

    /// A tag below this one.
    public func appending(_ part: some CustomStringConvertible) -> CacheTag {
        CacheTag(rawValue: "\(rawValue)/\(part)")
    }

    /// The tag itself and those above it.
    var lineage: [CacheTag] {
        [self]
            + rawValue.indices.reversed().filter { rawValue[$0] == "/" }
            .map { CacheTag(rawValue: String(rawValue[..<$0])) }
    }
}
