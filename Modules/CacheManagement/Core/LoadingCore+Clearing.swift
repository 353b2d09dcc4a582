extension LoadingCore {
    /// Marks a value as stale, and keeps what is under way from being stored as fresh. An observed key is loaded anew,
    /// once.
    package mutating func invalidate(_ key: Key, at now: CacheInstant) {
        supersede(key, .storeStale)
        if records[key]?.log != nil {
            records[key]?.log?.base?.freshUntil = .distantPast
            records[key]?.log?.mustRevalidate = true
        }
        let isFailure = entries.modify(key) { entry in
            entry.freshUntil = .distantPast
            return entry.value == nil
        }
        if isFailure == true { dropEntry(key) }
        revalidateIfObserved(key, at: now)
    }

    /// Invalidates every key of the scopes that `matches`: those with an entry, and those that something is going on
    /// around.
    package mutating func invalidate(where matches: (CacheScope) -> Bool, at now: CacheInstant) {
        for key in keys(where: matches) { invalidate(key, at: now) }
    }

    /// Invalidates every key that carries `tag` or one below it, in the scopes that `matches`. Loads that are under way
    /// learn of it when they land and their tags are known.
    package mutating func invalidate(_ tag: CacheTag, where matches: (CacheScope) -> Bool, at now: CacheInstant) {
        if !flights.isEmpty { tags.noteInvalidation(of: tag, at: nextTick()) }
        for key in tags.keys(under: tag) where matches(key.scope) { invalidate(key, at: now) }
    }

    /// Loads an observed key anew: now, or once after the flights that are superseded have landed. A cache that is off
    /// loads nothing by itself.
    mutating func revalidateIfObserved(_ key: Key, at now: CacheInstant) {
        guard policy.isEnabled, let record = records[key], !record.observers.isEmpty, record.current == nil else {
            return
        }
        if record.superseded.isEmpty, record.log == nil {
            load(key, for: .refresh, at: now)
        } else {
            records[key]?.needsTrailing = true
        }
    }

    /// Loads the observed keys anew: the stale ones, or all.
    package mutating func refreshObserved(staleOnly: Bool, at now: CacheInstant) {
        for (key, record) in records where !record.observers.isEmpty {
            if !staleOnly || !isFresh(key, at: now) { revalidateIfObserved(key, at: now) }
        }
    }

    /// Detaches everything in the scopes that `matches`: entries, flights, logs. Observers are told by
    /// ``announceCleared(where:)``, when the disk is clear as well; values that they have not taken are dropped now.
    package mutating func clear(where matches: (CacheScope) -> Bool) {
        release(entries.removeAll { key, _ in matches(key.scope) })
        for (key, record) in records where matches(key.scope) {
            detach(record.flights)
            if let log = record.log { emit(.release(log)) }
            var observers = record.observers
            for id in observers.keys {
                if let dropped = observers[id]?.expectClear() { emit(.release(dropped)) }
            }
            records[key] = observers.isEmpty ? nil : Record(observers: observers)
        }
        if flights.isEmpty { tags.forgetInvalidations() }
    }

    /// Ends the loads in the scopes that `matches`, and leaves what is cached.
    package mutating func dropLoads(where matches: (CacheScope) -> Bool, at now: CacheInstant) {
        for (key, record) in records where matches(key.scope) {
            detach(record.flights)
            records[key]?.current = nil
            records[key]?.superseded = []
            settle(key, at: now)
        }
        if flights.isEmpty { tags.forgetInvalidations() }
    }

    /// Takes flights out of the table: whatever they bring is ignored, and their waiters learn that it was cleared.
    private mutating func detach(_ ids: [FlightID]) {
        for id in ids {
            guard let flight = flights.removeValue(forKey: id) else { continue }
            emit(.cancel(id))
            for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .failure(.cleared))) }
        }
    }

    /// Tells the observers that their scope was cleared.
    package mutating func announceCleared(where matches: (CacheScope) -> Bool) {
        for (key, record) in records where matches(key.scope) {
            for id in record.observers.keys {
                if let listener = records[key]?.observers[id]?.announceClear() {
                    emit(.deliver(listener, .cleared))
                }
            }
        }
    }

    /// Gives memory back: half of the cost, or all that is neither observed nor being changed.
    package mutating func respond(to pressure: MemoryPressure) {
        switch pressure {
        case .warning: release(entries.trim(toCost: entries.totalCost / 2))
        case .critical: release(entries.removeUnpinned())
        case .background: break
        }
    }

    private func keys(where matches: (CacheScope) -> Bool) -> Set<Key> {
        var keys = Set(records.keys.filter { matches($0.scope) })
        entries.forEach { key, _ in
            if matches(key.scope) { keys.insert(key) }
        }
        return keys
    }
}
