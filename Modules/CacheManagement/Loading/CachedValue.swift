/// Where a read got its value.
public enum CacheSource: String, Sendable, Hashable, Codable {
    /// The cache's memory.
    case memory
    /// The disk tier.
    case disk
    /// The loader, in a load that this read started or joined.
    case network
}

/// A value with its origin: where this read got it, how old it is, and whether it is still fresh.
public struct CachedValue<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// Where this read got it.
    public var source: CacheSource
    /// The time since the value was loaded or set, on the cache's clock.
    public var age: Duration
    /// Whether the value is past its time, or was invalidated, and served all the same.
    public var isStale: Bool
    /// Why a stale value was served: the failure of the load it stands in for.
    public var error: (any Error)?

    /// A value with the origin given.
    public init(
        _ value: Value, source: CacheSource, age: Duration = .zero, isStale: Bool = false, error: (any Error)? = nil
    ) {
        self.value = value
        self.source = source
        self.age = age
        self.isStale = isStale
        self.error = error
    }

    /// Another value with the same origin.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> CachedValue<Other> {
        CachedValue<Other>(transform(value), source: source, age: age, isStale: isStale, error: error)
    }
}
