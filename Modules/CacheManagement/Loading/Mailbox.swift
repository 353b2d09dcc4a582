/// What one observer has not taken yet: at most the newest value, and before it at most one word that the old values
/// are gone. A slow observer therefore costs no memory, and never sees an older value after a newer one.
struct Mailbox<Value: Sendable, Listener: Sendable>: Sendable {
    private var reset: CacheUpdate<Value>?
    private var newest: CacheUpdate<Value>?
    /// The observer, when it waits for the next update.
    private(set) var listener: Listener?
    /// Set between the moment when a scope is cleared and the announcement.
    private var awaitsReset = false

    init(_ first: CacheUpdate<Value>?) {
        newest = first
    }

    /// What to give the observer now, or `nil` after `listener` was kept for later.
    mutating func take(_ listener: Listener) -> CacheUpdate<Value>? {
        if let reset {
            self.reset = nil
            return reset
        }
        if let newest, !awaitsReset {
            self.newest = nil
            return newest
        }
        self.listener = listener
        return nil
    }

    /// Puts a value in. Returns the listener to give it to, if it waits, and the value that was displaced.
    mutating func put(_ update: CacheUpdate<Value>) -> (listener: Listener?, displaced: CacheUpdate<Value>?) {
        if let listener, !awaitsReset {
            self.listener = nil
            return (listener, nil)
        }
        defer { newest = update }
        return (nil, newest)
    }

    /// Drops the value that was not taken, and holds later ones back until ``reset(_:)``.
    mutating func expectReset() -> CacheUpdate<Value>? {
        awaitsReset = true
        defer { newest = nil }
        return newest
    }

    /// Puts in the word that the old values are gone. Returns the listener to give it to, if it waits.
    mutating func reset(_ update: CacheUpdate<Value>) -> Listener? {
        awaitsReset = false
        guard let listener else {
            reset = update
            return nil
        }
        self.listener = nil
        return listener
    }

    /// Takes the waiting listener out, when its task was cancelled.
    mutating func stopWaiting() -> Listener? {
        defer { listener = nil }
        return listener
    }
}
