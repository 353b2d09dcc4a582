extension LoadingCore {
    /// The flight that readers of `key` join from now on: the current one, or a new one.
    @discardableResult
    package mutating func load(_ key: Key, for purpose: Flight.Purpose, at now: CacheInstant) -> FlightID {
        if let current = records[key]?.current { return current }
        let id = nextTick()
        flights[id] = Flight(key: key, purpose: purpose, startedAt: now, start: id)
        records[key, default: Record()].current = id
        statistics.loads &+= 1
        let priority: TaskPriority? =
            switch purpose {
            case .demand: nil
            case .refresh: .utility
            case .prefetch: .low
            }
        emit(.start(id, key, priority))
        return id
    }

    /// Takes the current flight out of the readers' way: it lands for its waiters, and its value is treated as `fate`
    /// says.
    mutating func supersede(_ key: Key, _ fate: Fate) {
        guard var record = records[key] else { return }
        record.superseded = record.flights
        record.current = nil
        for flight in record.superseded where fate == .discard || flights[flight]?.fate == .store {
            flights[flight]?.fate = fate
        }
        records[key] = record
    }

    /// Lands a flight with its value.
    package mutating func land(_ id: FlightID, with draft: Draft<Value>, at now: CacheInstant) {
        guard let flight = flights[id] else { return }
        let key = flight.key
        var fate = currentFate(of: flight)
        if fate == .store, tags.wasInvalidated(draft.lineage, after: flight.start) {
            fate = .storeStale
            records[key]?.needsTrailing = true
        }
        remove(id)
        var answer = CachedValue(draft.value, source: .network, isStale: fate != .store)
        if fate == .discard {
            statistics.discarded &+= 1
            records[key]?.log?.mustRevalidate = true
            // What is cached is newer than what was loaded.
            if let entry = entries.peek(key)?.value, let newer = entry.value { answer = cached(newer, entry, at: now) }
        } else {
            var entry = makeEntry(draft, stamp: flight.start, at: now)
            if fate == .storeStale { entry.freshUntil = .distantPast }
            write(entry, draft, for: key, source: .network, at: now)
        }
        for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .success(answer))) }
        settle(key, at: now)
    }

    /// Lands a flight that failed.
    package mutating func land(
        _ id: FlightID, failedWith error: any Error, _ failure: LoadFailure, at now: CacheInstant
    ) {
        guard let flight = flights[id] else { return }
        let key = flight.key
        let fate = currentFate(of: flight)
        remove(id)
        statistics.failures &+= 1
        if failure == .negative, fate == .store { writeFailure(error, for: key, stamp: flight.start, at: now) }
        for waiting in flight.waiters.values {
            emit(.resume(waiting.waiter, answer(afterFailure: error, failure, key, waiting.policy, at: now)))
        }
        settle(key, at: now)
    }

    /// Lands a flight whose scope is no longer the current one: nothing of it is kept or delivered.
    package mutating func landOutOfScope(_ id: FlightID, at now: CacheInstant) {
        guard let flight = flights[id] else { return }
        remove(id)
        statistics.discarded &+= 1
        for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .failure(.cleared))) }
        settle(flight.key, at: now)
    }

    /// Ends a flight that nobody wants: no waiter, no observer, and neither a refresh nor a prefetch.
    package mutating func abandonIfUnwanted(_ id: FlightID, mayLinger: Bool, at now: CacheInstant) {
        guard let flight = flights[id], flight.waiters.isEmpty, flight.purpose == .demand else { return }
        let record = records[flight.key]
        if record?.current == id {
            if record?.observers.isEmpty == false { return }
            if mayLinger, policy.linger > .zero {
                flights[id]?.unwantedSince = now
                emit(.linger(id, policy.linger))
                return
            }
            // Somebody came and went since: a later look will end it.
            if let since = flight.unwantedSince, now < since.advanced(by: policy.linger) { return }
        }
        remove(id)
        emit(.cancel(id))
        settle(flight.key, at: now)
    }

    /// Starts the one flight that has to follow, and forgets the record if nothing is going on any more.
    mutating func settle(_ key: Key, at now: CacheInstant) {
        guard let record = records[key] else { return }
        if record.needsTrailing, record.superseded.isEmpty, record.log == nil {
            records[key]?.needsTrailing = false
            if !record.observers.isEmpty, !isFresh(key, at: now) { load(key, for: .refresh, at: now) }
        }
        if records[key]?.isIdle == true { records[key] = nil }
    }

    /// Takes a flight out of the tables.
    private mutating func remove(_ id: FlightID) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        if records[flight.key]?.current == id { records[flight.key]?.current = nil }
        records[flight.key]?.superseded.removeAll { $0 == id }
        if flights.isEmpty { tags.forgetInvalidations() }
    }

    private func currentFate(of flight: Flight) -> Fate {
        if records[flight.key]?.log != nil { return .discard }
        if let entry = entries.peek(flight.key)?.value, entry.stamp > flight.start { return .discard }
        return flight.fate
    }

    private mutating func answer(
        afterFailure error: any Error, _ failure: LoadFailure, _ key: Key, _ policy: FetchPolicy,
        at now: CacheInstant
    ) -> Answer {
        guard failure == .transient, policy != .networkOnly, let entry = entries.peek(key)?.value,
            let value = entry.value, now < entry.usableOnErrorUntil
        else { return .failure(.loading(error)) }
        statistics.staleOnError &+= 1
        return .success(cached(value, entry, at: now, error: error))
    }
}
