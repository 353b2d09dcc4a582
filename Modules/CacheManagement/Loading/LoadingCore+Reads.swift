extension LoadingCore {
    /// The value, when it is fresh: the hot path of every read.
    @inlinable
    mutating func freshValue(for key: Key, at now: Moment) -> Value? {
        guard let entry = entries[key], now < entry.freshUntil, case .value(let value) = entry.content else {
            return nil
        }
        statistics.hits &+= 1
        return value
    }

    /// What the cache can answer without waiting; `nil` when the reader has to wait for a flight.
    ///
    /// A stale answer to a `staleWhileRevalidate` read starts the refresh.
    mutating func answer(_ key: Key, _ policy: FetchPolicy, at now: Moment) -> Answer? {
        let entry = liveEntry(key, at: now)
        guard policy.acceptsFresh, let entry else {
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
            case .cacheOnly:
                break
            case .staleWhileRevalidate where now < entry.staleUntil:
                revalidate(key, at: now)
            default:
                return nil
            }
            statistics.staleHits &+= 1
            return .success(cached(value, entry, at: now))
        }
    }

    /// Answers `waiter`, now or when a flight lands: the current one of the key, which is started if there is none.
    mutating func join(_ key: Key, _ policy: FetchPolicy, as id: WaiterID, _ waiter: Waiter, at now: Moment) {
        if let answer = answer(key, policy, at: now) {
            emit(.resume(waiter, answer))
            return
        }
        let flight: FlightID
        if let current = records[key]?.current {
            statistics.joins &+= 1
            flight = current
        } else {
            flight = startFlight(key, isBackground: false, at: now)
        }
        flights[flight]?.waiters[id] = (waiter, policy)
    }

    /// Takes a cancelled reader out. The last one to leave a flight that nobody else wants ends it.
    mutating func leave(_ key: Key, _ id: WaiterID, at now: Moment) {
        guard let record = records[key] else { return }
        for flight in [record.current].compactMap(\.self) + record.superseded {
            guard let waiting = flights[flight]?.waiters.removeValue(forKey: id) else { continue }
            emit(.resume(waiting.waiter, .failure(.cancelled)))
            abandonIfUnwanted(flight, mayLinger: true, at: now)
            return
        }
    }

    /// The value and its origin, without counting a read or starting anything.
    func peek(_ key: Key, at now: Moment) -> CachedValue<Value>? {
        guard let entry = entries[key], !entry.isExpired(at: now), let value = entry.value else { return nil }
        return cached(value, entry, at: now)
    }

    func cached(_ value: Value, _ entry: Entry, at now: Moment, error: (any Error)? = nil) -> CachedValue<Value> {
        CachedValue(
            value, source: .memory, age: .nanoseconds(max(0, now - entry.writtenAt)),
            isStale: !entry.isFresh(at: now), error: error)
    }

    /// The entry, dropped first if nothing can use it any longer.
    private mutating func liveEntry(_ key: Key, at now: Moment) -> Entry? {
        guard let entry = entries[key] else { return nil }
        guard entry.isExpired(at: now), records[key]?.log == nil else { return entry }
        dropEntry(key)
        return nil
    }
}
