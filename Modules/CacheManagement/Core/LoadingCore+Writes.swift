extension LoadingCore {
    /// Stores a value that did not come from a flight. What is under way was asked for before, and is delivered only.
    package mutating func set(_ draft: Draft<Value>, for key: Key, at now: CacheInstant) {
        supersede(key, .discard)
        let entry = makeEntry(draft, stamp: nextTick(), at: now)
        if records[key]?.log != nil {
            replaceBase(of: key, with: entry)
        } else {
            write(entry, draft, for: key, source: .memory, at: now)
        }
    }

    /// The value that a change in place starts from, and its stamp: under pending operations, the one beneath them.
    func base(of key: Key) -> (value: Value, stamp: UInt64)? {
        let entry = if let log = records[key]?.log { log.base } else { entries.peek(key)?.value }
        guard let entry, let value = entry.value else { return nil }
        return (value, entry.stamp)
    }

    /// Replaces the value that has this stamp and keeps its age. `false`, and nothing is done, when it is another one by
    /// now.
    mutating func replace(_ stamp: UInt64, by draft: Draft<Value>, for key: Key, at now: CacheInstant) -> Bool {
        let log = records[key]?.log
        guard var entry = log == nil ? entries.peek(key)?.value : log?.base, entry.stamp == stamp else { return false }
        supersede(key, .discard)
        entry.content = .value(draft.value)
        entry.cost = draft.cost
        entry.stamp = nextTick()
        if log != nil {
            replaceBase(of: key, with: entry)
        } else {
            write(entry, draft, for: key, source: .memory, at: now)
        }
        return true
    }

    /// Removes a value, and keeps what is under way from bringing it back.
    package mutating func remove(_ key: Key, at now: CacheInstant) {
        supersede(key, .discard)
        if records[key]?.log != nil {
            replaceBase(of: key, with: nil)
        } else if dropEntry(key) {
            publish(.removed, for: key)
        }
    }

    /// Stores an entry, with a new version, and tells the observers.
    mutating func write(
        _ entry: Entry, _ draft: Draft<Value>, for key: Key, source: CacheSource, at now: CacheInstant
    ) {
        var entry = entry
        entry.version = nextTick()
        if draft.policy.isEnabled, put(entry, for: key, at: now) {
            tags.set(draft.lineage, for: key)
        } else {
            dropEntry(key)
        }
        publish(entry, for: key, source: source, at: now)
    }

    /// Stores an entry; what it replaces and evicts dies outside the lock. Whether it fitted.
    @discardableResult
    mutating func put(_ entry: Entry, for key: Key, grace: Duration? = nil, at now: CacheInstant) -> Bool {
        let isHeld = records[key]?.holdsEntry ?? false
        let deadline = min(entry.deadline, grace.map { now.advanced(by: $0) } ?? .distantFuture)
        var removed = RemovedEntries<Key, Entry>()
        let isStored = entries.insert(
            entry, for: key,
            .init(
                cost: entry.cost, deadline: isHeld ? .distantFuture : deadline, isPinned: isHeld, isQuiet: true),
            now: now, removed: &removed)
        release(removed)
        return isStored
    }

    /// Forgets the value and remembers the failure, if the policy says so.
    mutating func writeFailure(_ error: any Error, for key: Key, stamp: UInt64, at now: CacheInstant) {
        if dropEntry(key) { publish(.removed, for: key) }
        guard policy.negativeFor > .zero else { return }
        put(
            Entry(
                content: .failure(error), freshUntil: now.advanced(by: policy.negativeFor), staleUntil: .distantPast,
                usableOnErrorUntil: .distantPast, writtenAt: now, cost: 1, version: nextTick(), stamp: stamp),
            for: key, at: now)
    }

    /// Removes an entry without a word to anyone; whether it held a value.
    @discardableResult
    mutating func dropEntry(_ key: Key) -> Bool {
        guard let removed = entries.remove(key) else { return false }
        tags.set([], for: key)
        emit(.release(removed))
        return removed.value.value != nil
    }

    /// Lets go of what left the store, and of what is known of it.
    mutating func release(_ removed: RemovedEntries<Key, Entry>) {
        guard !removed.isEmpty else { return }
        removed.forEach { if $0.reason != .replaced { tags.set([], for: $0.key) } }
        emit(.release(removed))
    }

    /// Pins or unpins the entry, after an observer or an operation has come or gone. An entry that nobody observes any
    /// longer goes after the grace period.
    mutating func updateHold(on key: Key, at now: CacheInstant) {
        let grace = records[key]?.holdsEntry == true ? nil : policy.unobservedGrace
        if let entry = entries.peek(key)?.value { put(entry, for: key, grace: grace, at: now) }
    }

    mutating func makeEntry(_ draft: Draft<Value>, stamp: UInt64, at now: CacheInstant) -> Entry {
        let policy = draft.policy
        let freshUntil = now.advanced(by: jitter.shorten(max(.zero, policy.freshFor), by: policy.jitter))
        return Entry(
            content: .value(draft.value), freshUntil: freshUntil,
            staleUntil: freshUntil.advanced(by: max(.zero, policy.staleWhileRevalidate)),
            usableOnErrorUntil: freshUntil.advanced(by: max(.zero, policy.staleIfError)), writtenAt: now,
            cost: draft.cost, version: 0, stamp: stamp)
    }
}
