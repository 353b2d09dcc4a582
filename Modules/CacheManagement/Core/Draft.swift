/// A value that is about to be stored, with everything about it that user code tells: made outside the lock.
package struct Draft<Value: Sendable>: Sendable {
    let value: Value
    let cost: Int
    let policy: CachePolicy
    /// Its tags and those above them.
    let lineage: Set<CacheTag>

    package init(_ value: Value, _ attributes: CacheAttributes, policy: CachePolicy) {
        self.value = value
        cost = attributes.cost
        self.policy = attributes.policy ?? policy
        lineage = Set(attributes.tags.flatMap(\.lineage))
    }
}

/// The result of comparing an incoming value with the cached one, which user code does outside the lock.
package struct Comparison: Sendable {
    /// The version of the value it was compared with.
    let version: UInt64
    let isEqual: Bool

    package init(version: UInt64, isEqual: Bool) {
        self.version = version
        self.isEqual = isEqual
    }
}
