/// The result of comparing an incoming value with the cached one, which user code does outside the lock.
struct Comparison: Sendable {
    /// The version of the value it was compared with.
    let version: UInt64
    let isEqual: Bool
}

extension LoadingCore {
    /// Whether a comparison still holds: none is needed, or it was made with what is cached now.
    func isCurrent(_ comparison: Comparison?, for key: Key) -> Bool {
        guard let comparand = comparand(key) else { return true }
        return comparison?.version == comparand.version
    }

    /// Stores a value that did not come from a flight. What is under way was asked for before, and is delivered only.
    mutating func set(_ value: Value, for key: Key, _ comparison: Comparison?, at now: Moment) -> Bool {
        if records[key]?.log != nil {
            supersede(key, .discard)
            replaceBase(of: key, with: makeEntry(value, version: nextTick(), stamp: tick, at: now))
            return true
        }
        guard isCurrent(comparison, for: key) else { return false }
        supersede(key, .discard)
        write(value, for: key, stamp: nextTick(), comparison, at: now)
        return true
    }

    /// Removes a value, and keeps what is under way from bringing it back.
    mutating func remove(_ key: Key, at now: Moment) {
        supersede(key, .discard)
        if records[key]?.log != nil {
            replaceBase(of: key, with: nil)
        } else if dropEntry(key) {
            publish(.removed, for: key)
        }
    }

    /// Marks a value as stale, and keeps what is under way from being stored as fresh. An observed key is loaded anew,
    /// once.
    mutating func invalidate(_ key: Key, at now: Moment) {
        supersede(key, .storeStale)
        if records[key]?.log != nil {
            records[key]?.log?.base?.freshUntil = .min
            records[key]?.log?.mustRevalidate = true
        }
        if let entry = entries[key] {
            if entry.value == nil { dropEntry(key) } else { entries[key]?.freshUntil = .min }
        }
        revalidateIfObserved(key, at: now)
    }

    /// Invalidates every key that `matches`: those with an entry, and those that something is going on around.
    mutating func invalidate(where matches: (Key) -> Bool, at now: Moment) {
        for key in Set(entries.keys).union(records.keys) where matches(key) { invalidate(key, at: now) }
    }

    /// Detaches everything in the scopes that `matches`: entries, flights, logs. Observers are told by
    /// ``announceCleared(_:at:)``, when the disk is clear as well; values that they have not taken are dropped now.
    mutating func clear(where matches: (CacheScope) -> Bool) {
        for key in Array(entries.keys) where matches(key.scope) { dropEntry(key) }
        for key in Array(records.keys) where matches(key.scope) {
            guard var record = records.removeValue(forKey: key) else { continue }
            for id in [record.current].compactMap(\.self) + record.superseded {
                guard let flight = flights.removeValue(forKey: id) else { continue }
                emit(.cancel(id))
                for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .failure(.cleared))) }
            }
            if let log = record.log { emit(.release(log)) }
            guard !record.observers.isEmpty else { continue }
            for id in record.observers.keys {
                if let dropped = record.observers[id]?.expectReset() { emit(.release(dropped)) }
            }
            records[key] = Record(observers: record.observers)
        }
    }

    /// Tells the observers that their scope was cleared, once a clear.
    mutating func announceCleared(where matches: (CacheScope) -> Bool) {
        for key in Array(records.keys) where matches(key.scope) {
            for id in Array(records[key]?.observers.keys ?? [:].keys) {
                guard let listener = records[key]?.observers[id]?.reset(.cleared) else { continue }
                emit(.deliver(listener, .cleared))
            }
        }
    }

    /// Removes an entry without a word to anyone; whether there was one.
    @discardableResult
    mutating func dropEntry(_ key: Key) -> Bool {
        guard let entry = entries.removeValue(forKey: key) else { return false }
        emit(.release(entry))
        return true
    }

    /// Stores a value and tells the observers, if it is another than before. `stamp` says how new the value is: the
    /// start of the flight that brought it, or now.
    mutating func write(
        _ value: Value, for key: Key, stamp: UInt64, isStale: Bool = false, source: CacheSource = .memory,
        _ comparison: Comparison?, at now: Moment
    ) {
        var entry = makeEntry(value, version: 0, stamp: stamp, at: now)
        if isStale { entry.freshUntil = .min }
        put(entry, for: key, source: source, comparison, at: now)
    }

    /// Stores an entry, with a new version unless the value is equal to the old one, and tells the observers.
    mutating func put(
        _ entry: Entry, for key: Key, source: CacheSource, _ comparison: Comparison?, at now: Moment
    ) {
        let current = entries[key]?.version
        let isKnown = comparison.map { $0.isEqual && $0.version == current } ?? false
        var entry = entry
        entry.version = if isKnown, let current { current } else { nextTick() }
        put(entry, for: key)
        if !isKnown { publishEntry(of: key, source: source, at: now) }
    }

    /// Stores an entry; the one it replaces dies outside the lock.
    mutating func put(_ entry: Entry, for key: Key) {
        if let old = entries.updateValue(entry, forKey: key) { emit(.release(old)) }
    }

    /// Forgets the value and remembers the failure, if the policy says so.
    mutating func writeFailure(_ error: any Error, for key: Key, stamp: UInt64, at now: Moment) {
        if dropEntry(key) { publish(.removed, for: key) }
        let window = policy.negativeFor.nanoseconds
        guard window > 0 else { return }
        let end = now.advanced(byNanoseconds: window)
        put(
            Entry(
                content: .failure(error), freshUntil: end, staleUntil: .min, usableOnErrorUntil: .min, writtenAt: now,
                version: nextTick(), stamp: stamp), for: key)
    }

    func makeEntry(_ value: Value, version: UInt64, stamp: UInt64, at now: Moment) -> Entry {
        let freshUntil = now.advanced(byNanoseconds: policy.freshFor.nanoseconds)
        return Entry(
            content: .value(value), freshUntil: freshUntil,
            staleUntil: freshUntil.advanced(byNanoseconds: policy.staleWhileRevalidate.nanoseconds),
            usableOnErrorUntil: freshUntil.advanced(byNanoseconds: policy.staleIfError.nanoseconds), writtenAt: now,
            version: version, stamp: stamp)
    }

    /// Loads an observed key anew: now, or once after the flights that are superseded have landed.
    mutating func revalidateIfObserved(_ key: Key, at now: Moment) {
        guard let record = records[key], !record.observers.isEmpty, record.current == nil else { return }
        if record.superseded.isEmpty, record.log == nil {
            revalidate(key, at: now)
        } else {
            records[key]?.needsTrailing = true
        }
    }
}
