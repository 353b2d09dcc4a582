extension LoadingCore {
    /// Registers an observer; what is cached now is its first update, with nothing lost in between.
    package mutating func observe(_ key: Key, at now: CacheInstant) -> ListenerID {
        let id = nextTick()
        let first = entries.peek(key).flatMap { found in
            found.value.value.map {
                CacheUpdate.value(cached($0, found.value, at: now), version: found.value.version)
            }
        }
        let isFirst = records[key]?.holdsEntry != true
        records[key, default: Record()].observers[id] = Mailbox(first)
        if isFirst { updateHold(on: key, at: now) }
        return id
    }

    /// Gives the next update to `listener`, now or when there is one.
    package mutating func listen(_ key: Key, _ id: ListenerID, _ listener: Listener) {
        guard records[key]?.observers[id] != nil else {
            emit(.deliver(listener, nil))
            return
        }
        // One observer takes one update at a time.
        if let other = records[key]?.observers[id]?.stopWaiting() { emit(.deliver(other, nil)) }
        if let update = records[key]?.observers[id]?.take(listener) { emit(.deliver(listener, update)) }
    }

    /// Ends an observation. Ends the flight too, if nobody else wants it, and forgets what is idle.
    package mutating func stopObserving(_ key: Key, _ id: ListenerID, at now: CacheInstant) {
        guard var mailbox = records[key]?.observers.removeValue(forKey: id) else { return }
        if let listener = mailbox.stopWaiting() { emit(.deliver(listener, nil)) }
        emit(.release(mailbox))
        if let current = records[key]?.current { abandonIfUnwanted(current, mayLinger: true, at: now) }
        settle(key, at: now)
        if records[key]?.holdsEntry != true { updateHold(on: key, at: now) }
    }

    /// Tells the observers of a key what it has now.
    mutating func publish(_ entry: Entry, for key: Key, source: CacheSource, at now: CacheInstant) {
        guard records[key]?.observers.isEmpty == false, let value = entry.value else { return }
        var update = cached(value, entry, at: now)
        update.source = source
        publish(.value(update, version: entry.version), for: key)
    }

    /// Tells the observers of a key that its value is another, or was removed.
    mutating func publish(_ update: CacheUpdate<Value>, for key: Key) {
        guard var observers = records[key]?.observers, !observers.isEmpty else { return }
        // Taken out, so that the mailboxes are changed in place.
        records[key]?.observers = [:]
        var index = observers.values.startIndex
        while index != observers.values.endIndex {
            let (listener, displaced) =
                if case .value = update { observers.values[index].put(update) } else {
                    observers.values[index].putRemoval()
                }
            if let listener { emit(.deliver(listener, update)) }
            if let displaced { emit(.release(displaced)) }
            observers.values.formIndex(after: &index)
        }
        records[key]?.observers = observers
    }
}
