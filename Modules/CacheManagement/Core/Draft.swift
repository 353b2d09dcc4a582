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
