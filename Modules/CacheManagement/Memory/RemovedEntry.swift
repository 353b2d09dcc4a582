/// Why an entry left a cache.
public enum RemovalReason: String, Sendable, Hashable, CaseIterable {
    /// A new value took its place.
    case replaced
    /// A call removed it.
    case removed
    /// Its time to live was over.
    case expired
    /// It made room for another entry.
    case evicted
    /// A value for its key was refused because it is larger than the cache allows.
    case refused
    /// The system was short of memory.
    case pressure
    /// The cache was cleared.
    case cleared
}

/// An entry that has left a cache, and why.
public struct RemovedEntry<Key, Value> {
    /// The key that the entry had.
    public let key: Key
    /// The value that the cache no longer holds.
    public let value: Value
    /// Why it left.
    public let reason: RemovalReason

    @inlinable
    package init(key: Key, value: Value, reason: RemovalReason) {
        self.key = key
        self.value = value
        self.reason = reason
    }
}

extension RemovedEntry: Sendable where Key: Sendable, Value: Sendable {}

/// The entries that one call removed, carried out of the lock so that they die, and are reported, outside it.
///
/// Most calls remove none or one: only further ones cost an allocation.
@usableFromInline
package struct RemovedEntries<Key, Value> {
    @usableFromInline var first: RemovedEntry<Key, Value>?
    @usableFromInline var others: [RemovedEntry<Key, Value>] = []

    @inlinable
    package init() {}

    /// Whether nothing was removed.
    @inlinable
    package var isEmpty: Bool { first == nil }

    /// How many were removed.
    @inlinable
    package var count: Int { first == nil ? 0 : 1 + others.count }

    @inlinable
    package mutating func append(_ entry: RemovedEntry<Key, Value>) {
        if first == nil { first = entry } else { others.append(entry) }
    }

    /// Calls `body` for each entry, in the order of removal.
    @inlinable
    package func forEach(_ body: (RemovedEntry<Key, Value>) -> Void) {
        if let first { body(first) }
        others.forEach(body)
    }
}

extension RemovedEntries: Sendable where Key: Sendable, Value: Sendable {}
