extension LoadingCore {
    /// Starts the flight that readers of `key` join from now on.
    mutating func startFlight(_ key: Key, isBackground: Bool, at now: Moment) -> FlightID {
        let id = nextTick()
        flights[id] = Flight(key: key, startedAt: now, start: id, isBackground: isBackground)
        records[key, default: Record()].current = id
        records[key]?.needsTrailing = false
        statistics.loads &+= 1
        emit(.start(id, key))
        return id
    }

    /// Loads `key` anew in the background, unless that is under way.
    mutating func revalidate(_ key: Key, at now: Moment) {
        guard records[key]?.current == nil else { return }
        _ = startFlight(key, isBackground: true, at: now)
    }

    /// Takes the current flight out of the readers' way: it lands for its waiters, and its value is treated as `fate`
    /// says.
    mutating func supersede(_ key: Key, _ fate: Fate) {
        guard var record = records[key] else { return }
        if let current = record.current {
            record.superseded.append(current)
            record.current = nil
            records[key] = record
        }
        for flight in record.superseded where fate == .discard || flights[flight]?.fate == .store {
            flights[flight]?.fate = fate
        }
    }

    /// What an incoming value has to be compared with before it is stored; `nil` when no comparison is needed.
    func comparand(_ key: Key) -> (value: Value, version: UInt64)? {
        guard comparesValues, records[key]?.observers.isEmpty == false, let entry = entries[key] else { return nil }
        return entry.value.map { ($0, entry.version) }
    }

    /// Lands a flight with its value. `false`, and nothing is done, when the comparison is no longer current.
    mutating func land(_ id: FlightID, with value: Value, _ comparison: Comparison?, at now: Moment) -> Bool {
        guard let flight = flights[id] else { return true }
        let key = flight.key
        let fate = currentFate(of: flight)
        if fate != .discard, !isCurrent(comparison, for: key) { return false }
        remove(id)
        var answer = CachedValue(value, source: .network, isStale: fate != .store)
        if fate == .discard {
            statistics.discarded &+= 1
            records[key]?.log?.mustRevalidate = true
            // What is cached is newer than what was loaded.
            if let entry = entries[key], let newer = entry.value { answer = cached(newer, entry, at: now) }
        } else {
            write(
                value, for: key, stamp: flight.start, isStale: fate == .storeStale, source: .network, comparison,
                at: now)
        }
        for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .success(answer))) }
        settle(key, at: now)
        return true
    }

    /// Lands a flight that failed.
    mutating func land(_ id: FlightID, failedWith error: any Error, _ failure: LoadFailure, at now: Moment) {
        guard let flight = flights[id] else { return }
        let key = flight.key
        let fate = currentFate(of: flight)
        remove(id)
        statistics.failures &+= 1
        if failure == .negative, fate == .store {
            writeFailure(error, for: key, stamp: flight.start, at: now)
        }
        for waiting in flight.waiters.values {
            emit(.resume(waiting.waiter, answer(afterFailure: error, failure, key, waiting.policy, at: now)))
        }
        settle(key, at: now)
    }

    /// Lands a flight whose scope is no longer the current one: nothing of it is kept or delivered.
    mutating func landOutOfScope(_ id: FlightID, at now: Moment) {
        guard let flight = flights[id] else { return }
        remove(id)
        statistics.discarded &+= 1
        for waiting in flight.waiters.values { emit(.resume(waiting.waiter, .failure(.cleared))) }
        settle(flight.key, at: now)
    }

    /// Ends a flight that nobody wants: no waiter, no observer, and not a refresh.
    mutating func abandonIfUnwanted(_ id: FlightID, mayLinger: Bool, at now: Moment) {
        guard let flight = flights[id], flight.waiters.isEmpty, !flight.isBackground else { return }
        let isCurrent = records[flight.key]?.current == id
        if isCurrent, records[flight.key]?.observers.isEmpty == false { return }
        let linger = policy.linger.nanoseconds
        if mayLinger, isCurrent, linger > 0 {
            emit(.linger(id, nanoseconds: linger))
            return
        }
        remove(id)
        emit(.cancel(id))
        settle(flight.key, at: now)
    }

    /// Takes a flight out of the tables.
    private mutating func remove(_ id: FlightID) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        if records[flight.key]?.current == id { records[flight.key]?.current = nil }
        records[flight.key]?.superseded.removeAll { $0 == id }
    }

    /// Starts the one flight that has to follow, and forgets the record if nothing is going on any more.
    mutating func settle(_ key: Key, at now: Moment) {
        guard let record = records[key] else { return }
        if record.needsTrailing, record.superseded.isEmpty, record.log == nil {
            records[key]?.needsTrailing = false
            if !record.observers.isEmpty, entries[key]?.isFresh(at: now) != true { revalidate(key, at: now) }
        }
        if records[key]?.isIdle == true { records[key] = nil }
    }

    private func currentFate(of flight: Flight) -> Fate {
        if records[flight.key]?.log != nil { return .discard }
        if let entry = entries[flight.key], entry.stamp > flight.start { return .discard }
        return flight.fate
    }

    private mutating func answer(
        afterFailure error: any Error, _ failure: LoadFailure, _ key: Key, _ policy: FetchPolicy, at now: Moment
    ) -> Answer {
        guard failure == .transient, policy != .networkOnly, let entry = entries[key], let value = entry.value,
            now < entry.usableOnErrorUntil
        else { return .failure(.loading(error)) }
        statistics.staleOnError &+= 1
        return .success(cached(value, entry, at: now, error: error))
    }
}
