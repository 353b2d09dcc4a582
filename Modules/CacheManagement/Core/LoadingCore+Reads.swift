extension LoadingCore {
    /// The value, when it is fresh: the hot path of every read.
    @inlinable
    mutating func freshValue(for key: Key, at now: CacheInstant) -> Value? {
        let value = entries.use(key) { entry -> Value? in
            guard now < entry.freshUntil, case .value(let value) = entry.content else { return nil }
            return value
        }
        guard let value, let value else { return nil }
        statistics.hits &+= 1
        return value
    }

    /// What the cache can answer without waiting; `nil` when the reader has to wait for a flight.
    ///
    /// A stale answer to a `staleWhileRevalidate` read starts the refresh.
    package mutating func answer(_ key: Key, _ policy: FetchPolicy, at now: CacheInstant) -> Answer? {
        guard policy.acceptsFresh, let entry = entries.use(key)?.value, now < entry.deadline else {
            return policy == .cacheOnly ? .failure(.notCached) : nil
        }
        switch entry.content {
        case .failure(let error):
            statistics.negativeHits &+= 1
            return .failure(.loading(error))
        case .value(let value) where entry.isFresh(at: now):
            statistics.hits &+= 1
            return .success(cached(value, entry, at: now))
        case .value(let value):
            switch policy {
            case .cacheOnly: break
            case .staleWhileRevalidate where now < entry.staleUntil: load(key, for: .refresh, at: now)
            default: return nil
            }
            statistics.staleHits &+= 1
            return .success(cached(value, entry, at: now))
        }
    }

    /// Answers `waiter`, now or when a flight lands: the current one of the key, which is started if there is none.
    package mutating func join(
        _ key: Key, _ policy: FetchPolicy, as id: WaiterID, _ waiter: Waiter, at now: CacheInstant
    ) {
        if let answer = answer(key, policy, at: now) {
            emit(.resume(waiter, answer))
            return
        }
        if records[key]?.current != nil { statistics.joins &+= 1 }
        let flight = load(key, for: .demand, at: now)
        flights[flight]?.waiters[id] = (waiter, policy)
    }

    /// Takes a cancelled reader out. The last one to leave a flight that nobody else wants ends it.
    package mutating func leave(_ key: Key, _ id: WaiterID, at now: CacheInstant) {
        for flight in records[key]?.flights ?? [] {
            guard let waiting = flights[flight]?.waiters.removeValue(forKey: id) else { continue }
            emit(.resume(waiting.waiter, .failure(.cancelled)))
            abandonIfUnwanted(flight, mayLinger: true, at: now)
            return
        }
    }

    /// The value and its origin, without counting a read or starting anything.
    package func peek(_ key: Key, at now: CacheInstant) -> CachedValue<Value>? {
        guard let entry = entries.peek(key)?.value, now < entry.deadline, let value = entry.value else { return nil }
        return cached(value, entry, at: now)
    }

    /// Whether there is a fresh value, or a failure that is remembered.
    func isFresh(_ key: Key, at now: CacheInstant) -> Bool {
        entries.peek(key)?.value.isFresh(at: now) ?? false
    }

    func cached(
        _ value: Value, _ entry: Entry, at now: CacheInstant, error: (any Error)? = nil
    ) -> CachedValue<Value> {
        CachedValue(
            value, source: .memory, age: max(.zero, entry.writtenAt.duration(to: now)),
            isStale: !entry.isFresh(at: now), error: error)
    }
}
