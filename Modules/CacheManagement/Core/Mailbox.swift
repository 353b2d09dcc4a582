/// What one observer has not taken yet: at most the newest value, and before it at most one word that the old values
/// are gone. A slow observer therefore costs no memory, and never sees an older value after a newer one.
struct Mailbox<Value: Sendable, Listener: Sendable>: Sendable {
    typealias Update = CacheUpdate<Value>

    /// `.removed` or `.cleared`: what was there before is gone.
    private var farewell: Update?
    private var newest: Update?
    /// The observer, when it waits for the next update.
    private var listener: Listener?
    /// From the moment when the scope is cleared until that is announced. Later values wait behind the announcement.
    private var isClearing = false

    init(_ first: Update?) {
        newest = first
    }

    /// What to give the observer now, or `nil` after `listener` was kept for later.
    mutating func take(_ listener: Listener) -> Update? {
        if let farewell {
            self.farewell = nil
            return farewell
        }
        if let newest, !isClearing {
            self.newest = nil
            return newest
        }
        self.listener = listener
        return nil
    }

    /// Puts a value in. Returns the listener to give it to, if it waits, and the value that was displaced.
    mutating func put(_ update: Update) -> (listener: Listener?, displaced: Update?) {
        if !isClearing, let listener = stopWaiting() { return (listener, nil) }
        defer { newest = update }
        return (nil, newest)
    }

    /// Puts in that the value was removed. Returns the listener to tell, if it waits, and the value that was displaced.
    mutating func putRemoval() -> (listener: Listener?, displaced: Update?) {
        defer { newest = nil }
        if isClearing { return (nil, newest) }
        if let listener = stopWaiting() { return (listener, nil) }
        farewell = .removed
        return (nil, newest)
    }

    /// Drops what was not taken, and holds later values back until the clear is announced. Returns what was dropped.
    mutating func expectClear() -> Update? {
        isClearing = true
        farewell = nil
        defer { newest = nil }
        return newest
    }

    /// Puts in that the scope was cleared. Returns the listener to tell, if it waits.
    mutating func announceClear() -> Listener? {
        // An observer that came after the clear has seen nothing of what was cleared.
        guard isClearing else { return nil }
        isClearing = false
        if let listener = stopWaiting() { return listener }
        farewell = .cleared
        return nil
    }

    /// Takes the waiting listener out.
    mutating func stopWaiting() -> Listener? {
        defer { listener = nil }
        return listener
    }
}
