/// What happened to the value of an observed key.
public enum CacheUpdate<Value: Sendable>: Sendable {
    /// The key has this value, which is not equal to the one before. `version` rises strictly in the stream of one
    /// observer.
    case value(CachedValue<Value>, version: UInt64)
    /// The value was removed.
    case removed
    /// The scope was cleared.
    case cleared

    /// The value, unless it was removed or cleared.
    public var value: Value? {
        if case .value(let cached, _) = self { cached.value } else { nil }
    }
}
