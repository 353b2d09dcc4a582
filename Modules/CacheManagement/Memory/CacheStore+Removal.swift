extension CacheStore {
    /// Removes the entry for `key` and returns it; `nil` when there is none.
    @inlinable
    package mutating func remove(_ key: Key, reason: RemovalReason = .removed) -> RemovedEntry<Key, Value>? {
        guard let slot = slot(of: key, tag: tag(of: key)) else { return nil }
        var removed = RemovedEntries<Key, Value>()
        table.remove(slot)
        handOut(slot, reason, into: &removed)
        return removed.first
    }

    /// Empties the store, ghosts included, and returns what it held. O(1): the storage itself is handed out. Counts in
    /// ``statistics`` go on.
    @inlinable
    package mutating func removeAll() -> Contents {
        defer {
            table = table.emptied()
            keys = []
            values = []
        }
        return Contents(keys: keys, values: values)
    }

    /// Removes the entries for which `shouldRemove` holds, and all ghosts. `shouldRemove` runs under the owner's lock.
    /// O(n).
    @inlinable
    package mutating func removeAll(
        reason: RemovalReason = .cleared, where shouldRemove: (Key, Value) -> Bool
    ) -> RemovedEntries<Key, Value> {
        var removed = RemovedEntries<Key, Value>()
        for slot in keys.indices {
            guard let key = keys[slot], let cell = values[slot], shouldRemove(key, cell.value) else { continue }
            table.remove(slot)
            handOut(slot, reason, into: &removed)
        }
        table.forgetGhosts()
        return removed
    }

    /// Evicts until the costs sum up to `cost` or less, or only pinned entries are left. O(n).
    @inlinable
    package mutating func trim(toCost cost: Int) -> RemovedEntries<Key, Value> {
        var removed = RemovedEntries<Key, Value>()
        var spares = Int.max
        while table.totalCost > cost, let victim = table.nextVictim(spares: &spares) {
            evict(victim, .pressure, into: &removed)
        }
        return removed
    }

    /// Removes every entry that is not pinned, and gives the storage back when none is. O(n).
    @inlinable
    package mutating func removeUnpinned() -> RemovedEntries<Key, Value> {
        var removed = RemovedEntries<Key, Value>()
        var spares = 0
        while let victim = table.nextVictim(spares: &spares) {
            evict(victim, .pressure, into: &removed)
        }
        if count == 0 { _ = removeAll() }
        return removed
    }

    // MARK: Expiry

    /// Removes the entry for `key` if it has expired by `now`, and counts the hit that found it as a miss.
    @inlinable
    package mutating func expire(_ key: Key, now: CacheInstant) -> RemovedEntries<Key, Value> {
        var removed = RemovedEntries<Key, Value>()
        table.advance(to: now)
        statistics.hits &-= 1
        statistics.misses &+= 1
        if let slot = slot(of: key, tag: tag(of: key)), table.isExpired(slot) {
            removeExpired(slot, into: &removed)
        }
        return removed
    }

    /// Removes the entries that have expired by `now` among the slots of `range`; a caller that holds a lock asks for
    /// a few hundred slots at a time, up to ``slotCount``.
    @inlinable
    package mutating func removeExpired(in range: Range<Int>, now: CacheInstant) -> RemovedEntries<Key, Value> {
        var removed = RemovedEntries<Key, Value>()
        table.advance(to: now)
        for slot in range.clamped(to: keys.indices) where keys[slot] != nil && table.isExpired(slot) {
            removeExpired(slot, into: &removed)
        }
        return removed
    }

    /// The number of slots, free ones included.
    @inlinable
    package var slotCount: Int { keys.count }

    @inlinable
    mutating func removeExpired(_ slot: Int, into removed: inout RemovedEntries<Key, Value>) {
        table.remove(slot)
        handOut(slot, .expired, into: &removed)
        statistics.expirations &+= 1
    }

    /// Removes a victim of the policy; one that has expired counts as expired, whatever `reason` says.
    @inlinable
    mutating func evict(_ slot: Int, _ reason: RemovalReason, into removed: inout RemovedEntries<Key, Value>) {
        guard !table.isExpired(slot) else { return removeExpired(slot, into: &removed) }
        if reason == .pressure {
            statistics.pressureRemovals &+= 1
        } else {
            statistics.evictions &+= 1
            table.remember(slot)
        }
        table.remove(slot)
        handOut(slot, reason, into: &removed)
    }
}

extension CacheStore {
    /// What a cleared store held. It dies, or is gone through, outside the lock.
    @usableFromInline
    package struct Contents {
        @usableFromInline let keys: [Key?]
        @usableFromInline let values: [Cell?]

        @inlinable
        init(keys: [Key?], values: [Cell?]) {
            self.keys = keys
            self.values = values
        }

        /// Calls `body` for each entry, with ``RemovalReason/cleared``.
        @inlinable
        package func forEach(_ body: (RemovedEntry<Key, Value>) -> Void) {
            for case (let key?, let cell?) in zip(keys, values) {
                body(RemovedEntry(key: key, value: cell.value, reason: .cleared))
            }
        }
    }
}

extension CacheStore.Contents: Sendable where Key: Sendable, Value: Sendable {}
