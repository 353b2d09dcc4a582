extension LoadingCore {
    /// Registers an observer; what is cached now is its first update, with nothing lost in between.
    mutating func observe(_ key: Key, at now: Moment) -> ListenerID {
        let id = nextTick()
        let first = entries[key].flatMap { entry in
            entry.value.map { CacheUpdate.value(cached($0, entry, at: now), version: entry.version) }
        }
        records[key, default: Record()].observers[id] = Mailbox(first)
        return id
    }

    /// Gives the next update to `listener`, now or when there is one.
    mutating func listen(_ key: Key, _ id: ListenerID, _ listener: Listener) {
        guard records[key]?.observers[id] != nil else {
            emit(.deliver(listener, nil))
            return
        }
        if let update = records[key]?.observers[id]?.take(listener) { emit(.deliver(listener, update)) }
    }

    /// Ends an observation. Ends the flight too, if nobody else wants it, and forgets what is idle.
    mutating func stopObserving(_ key: Key, _ id: ListenerID, at now: Moment) {
        guard var mailbox = records[key]?.observers.removeValue(forKey: id) else { return }
        if let listener = mailbox.stopWaiting() { emit(.deliver(listener, nil)) }
        emit(.release(mailbox))
        if let current = records[key]?.current { abandonIfUnwanted(current, mayLinger: true, at: now) }
        settle(key, at: now)
    }

    /// Tells the observers of a key what is cached now.
    mutating func publishEntry(of key: Key, source: CacheSource, at now: Moment) {
        guard records[key]?.observers.isEmpty == false, let entry = entries[key], let value = entry.value else {
            return
        }
        var update = cached(value, entry, at: now)
        update.source = source
        publish(.value(update, version: entry.version), for: key)
    }

    /// Tells the observers of a key.
    mutating func publish(_ update: CacheUpdate<Value>, for key: Key) {
        guard let observers = records[key]?.observers, !observers.isEmpty else { return }
        for id in observers.keys {
            if case .value = update {
                guard let (listener, displaced) = records[key]?.observers[id]?.put(update) else { continue }
                if let listener { emit(.deliver(listener, update)) }
                if let displaced { emit(.release(displaced)) }
            } else {
                let dropped = records[key]?.observers[id]?.expectReset()
                let listener = records[key]?.observers[id]?.reset(update)
                if let listener { emit(.deliver(listener, update)) }
                if let dropped { emit(.release(dropped)) }
            }
        }
    }
}
