/// The core of every memory cache: entries in one array, found by hash, evicted by policy. It has no lock and no clock
/// of its own; its owner embeds it in locked state and passes the time.
///
/// - What leaves the store is handed out, so that values and keys die outside the owner's lock.
/// - The only foreign code it calls is the key's `==` and `hash(into:)`.
/// - Every call does a bounded amount of work (amortised where an array grows), apart from those whose doc says O(n).
/// - Limits hold after each call.
@usableFromInline
package struct CacheStore<Key: Hashable, Value> {
    /// A value that can be used where it is.
    @usableFromInline
    struct Cell {
        @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }

        @inlinable
        mutating func use<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
    }

    /// A value and the moment until which it is live.
    @usableFromInline
    package struct Found {
        @usableFromInline package let value: Value
        /// ``CacheInstant/distantFuture`` for an entry that does not expire: then no clock need be read.
        @usableFromInline package let deadline: CacheInstant

        @inlinable
        init(value: Value, deadline: CacheInstant) {
            self.value = value
            self.deadline = deadline
        }
    }

    @usableFromInline var table: SlotTable
    // As long as `table.nodes`, and `nil` where the slot is free. Keys and values are apart, because comparing a key
    // copies the whole array element.
    @usableFromInline var keys: [Key?] = []
    @usableFromInline var values: [Cell?] = []
    /// What the store has done.
    @usableFromInline package var statistics = CacheStatistics()

    /// An empty store.
    @usableFromInline
    package init(limits: CacheLimits, policy: EvictionPolicy = .adaptive) {
        table = SlotTable(limits: limits, policy: policy)
    }

    /// The limits it was made with.
    @inlinable
    package var limits: CacheLimits { table.limits }

    /// The number of entries, expired ones that were not found yet included.
    @inlinable
    package var count: Int { table.count }

    /// The sum of the entries' costs.
    @inlinable
    package var totalCost: Int { table.totalCost }

    // MARK: Reading

    /// Finds the value for `key` and notes a use and a hit, or a miss. The caller compares the deadline with its clock,
    /// outside the lock, and calls ``expire(_:now:)`` when it has passed.
    @inlinable
    package mutating func use(_ key: Key) -> Found? {
        guard let slot = slot(of: key, tag: tag(of: key)), let cell = values[slot] else {
            statistics.misses &+= 1
            return nil
        }
        statistics.hits &+= 1
        table.use(slot)
        return Found(value: cell.value, deadline: table.nodes[slot].deadline)
    }

    /// Does what ``use(_:)`` does, but lets `body` take from the value what the caller needs, without a copy of the whole.
    /// `body` runs under the owner's lock.
    @inlinable
    package mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slot = slot(of: key, tag: tag(of: key)) else {
            statistics.misses &+= 1
            return nil
        }
        statistics.hits &+= 1
        table.use(slot)
        return values[slot]?.use(body)
    }

    /// Finds the value for `key` without a trace in policy or statistics.
    @inlinable
    package func peek(_ key: Key) -> Found? {
        guard let slot = slot(of: key, tag: tag(of: key)), let cell = values[slot] else { return nil }
        return Found(value: cell.value, deadline: table.nodes[slot].deadline)
    }

    /// Changes the value for `key` in place and leaves its cost, deadline and uses as they are; `nil` when there is
    /// none. `body` runs under the owner's lock.
    @inlinable
    package mutating func modify<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slot = slot(of: key, tag: tag(of: key)) else { return nil }
        return values[slot]?.use(body)
    }

    /// Calls `body` for each entry, in no order. O(n).
    @inlinable
    package func forEach(_ body: (Key, Found) -> Void) {
        for slot in keys.indices {
            guard let key = keys[slot], let cell = values[slot] else { continue }
            body(key, Found(value: cell.value, deadline: table.nodes[slot].deadline))
        }
    }

    // MARK: Slots

    @inlinable
    func tag(of key: Key) -> UInt32 { table.tag(hash: key.hashValue) }

    @inlinable
    func slot(of key: Key, tag: UInt32) -> Int? {
        table.index.slot(tag: tag) { keys[$0] == key }
    }

    /// Moves the entry of a slot that the table has given free into `removed`.
    @inlinable
    mutating func handOut(_ slot: Int, _ reason: RemovalReason, into removed: inout RemovedEntries<Key, Value>) {
        guard let key = keys[slot].take(), let cell = values[slot].take() else { return }
        removed.append(RemovedEntry(key: key, value: cell.value, reason: reason))
    }
}

extension CacheStore: Sendable where Key: Sendable, Value: Sendable {}
extension CacheStore.Cell: Sendable where Key: Sendable, Value: Sendable {}
extension CacheStore.Found: Sendable where Key: Sendable, Value: Sendable {}
