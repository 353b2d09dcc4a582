extension CacheStore {
    /// How a value is stored.
    @usableFromInline
    package struct Options: Sendable {
        @usableFromInline var cost: Int
        @usableFromInline var deadline: CacheInstant
        @usableFromInline var isPinned: Bool
        @usableFromInline var isQuiet: Bool

        /// - Parameters:
        ///   - cost: What the entry takes of ``CacheLimits/cost``; below 0 counts as 0. An entry of cost 0 is evicted
        ///     like any other.
        ///   - deadline: When it expires.
        ///   - isPinned: Whether it stays until it is removed, replaced or expired, whatever room others need.
        ///   - isQuiet: Whether replacing a value counts as no use of it, as when a refresh writes it.
        @inlinable
        package init(
            cost: Int = 1, deadline: CacheInstant = .distantFuture, isPinned: Bool = false, isQuiet: Bool = false
        ) {
            self.cost = max(0, cost)
            self.deadline = deadline
            self.isPinned = isPinned
            self.isQuiet = isQuiet
        }
    }

    /// Stores a value, and removes what must make room for it.
    ///
    /// A value that costs more than ``CacheLimits/entryCost``, or for which pinned entries leave no room, is refused;
    /// the old value of its key is removed then, so that nobody reads it as the current one. Replacing keeps the
    /// entry's place in its queue unless the new cost needs room.
    ///
    /// - Parameters:
    ///   - now: The current moment when the caller has read the clock; else the store goes by the last it was told.
    ///   - removed: Receives everything that left.
    /// - Returns: Whether the value was stored.
    @inlinable
    package mutating func insert(
        _ value: Value, for key: Key, _ options: Options = Options(), now: CacheInstant? = nil,
        removed: inout RemovedEntries<Key, Value>
    ) -> Bool {
        if let now { table.advance(to: now) }
        for _ in 0..<2 {
            guard let expired = table.inspectNext() else { continue }
            removeExpired(expired, into: &removed)
        }
        let tag = tag(of: key)
        let old = slot(of: key, tag: tag)
        guard table.admits(cost: options.cost, replacing: old) else { return refuse(old, into: &removed) }
        let queue: SlotTable.Queue
        if let old {
            if table.update(old, options.cost, options.deadline, isPinned: options.isPinned) {
                replaceValue(in: old, with: value, isQuiet: options.isQuiet, into: &removed)
                return true
            }
            queue = table.queueAfterReplacing(old, isPinned: options.isPinned)
            table.remove(old)
            handOut(old, .replaced, into: &removed)
            statistics.updates &+= 1
        } else {
            queue = options.isPinned ? .pinned : table.queueForNewEntry(tag: tag, cost: options.cost)
            statistics.insertions &+= 1
        }
        makeRoom(for: options.cost, into: &removed)
        let slot = table.add(tag: tag, to: queue, cost: options.cost, deadline: options.deadline)
        if slot < keys.count {
            keys[slot] = key
            values[slot] = Cell(value)
        } else {
            keys.append(key)
            values.append(Cell(value))
        }
        return true
    }

    @inlinable
    mutating func replaceValue(
        in slot: Int, with value: Value, isQuiet: Bool, into removed: inout RemovedEntries<Key, Value>
    ) {
        guard let key = keys[slot], let previous = values[slot].take() else { return }
        values[slot] = Cell(value)
        removed.append(RemovedEntry(key: key, value: previous.value, reason: .replaced))
        statistics.updates &+= 1
        if !isQuiet { table.use(slot) }
    }

    /// Evicts until an entry of this cost, which the table admits, fits.
    @inlinable
    mutating func makeRoom(for cost: Int, into removed: inout RemovedEntries<Key, Value>) {
        var spares = SlotTable.sparesPerCall
        while !table.fits(cost: cost), let victim = table.nextVictim(spares: &spares) {
            evict(victim, .evicted, into: &removed)
        }
    }

    @inlinable
    mutating func refuse(_ old: Int?, into removed: inout RemovedEntries<Key, Value>) -> Bool {
        statistics.refusals &+= 1
        if let old {
            table.remove(old)
            handOut(old, .refused, into: &removed)
        }
        return false
    }
}
