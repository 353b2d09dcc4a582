public import CacheManagement

extension DiskStore {
    /// The entry under a key, fresh or stale, or `nil` when there is none or it is past its lifetime.
    ///
    /// Writes nothing, so it works on a full disk. An entry that does not match its checksum is removed and is a miss.
    ///
    /// - Throws: ``DiskStoreError``; a damaged file is replaced and is a miss, not an error.
    public func entry(for key: String, in scope: CacheScope) throws(DiskStoreError) -> DiskEntry? {
        let now = now
        let found = try perform(in: scope, creating: false) { database throws(SQLiteError) in
            try database.read(key, now: now)
        }
        return take(found ?? .nothing, key: key, scope: scope)
    }

    /// The entries under many keys; keys without one are left out.
    ///
    /// Any number of keys may be asked for. They are read in steps of 500, between which other calls have their turn, so
    /// entries of different steps may be of different moments.
    ///
    /// - Throws: ``DiskStoreError``, ``DiskStoreError/cancelled`` when the caller's task is cancelled between two steps.
    public func entries(
        for keys: [String], in scope: CacheScope
    ) async throws(DiskStoreError) -> [String: DiskEntry] {
        var entries: [String: DiskEntry] = [:]
        for start in stride(from: 0, to: keys.count, by: 500) {
            if Task.isCancelled { throw .cancelled }
            let step = keys[start..<min(start + 500, keys.count)]
            let now = now
            let found = try perform(in: scope, creating: false) { database throws(SQLiteError) in
                try database.connection.transaction(writing: false) { () throws(SQLiteError) in
                    var found: [ScopeDatabase.Found] = []
                    for key in step { found.append(try database.read(key, now: now)) }
                    return found
                }
            }
            for (key, found) in zip(step, found ?? []) { entries[key] = take(found, key: key, scope: scope) }
            await Task.yield()
        }
        return entries
    }

    /// How many entries a scope has, including those past their lifetime that nothing has removed yet.
    public func count(in scope: CacheScope) throws(DiskStoreError) -> Int {
        try perform(in: scope, creating: false) { database throws(SQLiteError) in try database.count() } ?? 0
    }

    /// The bytes that a scope's files occupy, and 0 when there are none.
    public func size(of scope: CacheScope) -> Int {
        folder.files(of: scope).size
    }

    /// Counts what was found, and removes a damaged row. That may fail: it will be found damaged again.
    private func take(_ found: ScopeDatabase.Found, key: String, scope: CacheScope) -> DiskEntry? {
        switch found {
        case .entry(let entry):
            statistics.hits += 1
            return entry
        case .nothing:
            statistics.misses += 1
            return nil
        case .damaged:
            statistics.misses += 1
            drop(key, in: scope)
            return nil
        }
    }

    /// Removes an entry that cannot be used.
    func drop(_ key: String, in scope: CacheScope) {
        _ = try? perform(in: scope, creating: false) { database throws(SQLiteError) in try database.remove(key) }
        note(.entryDropped(scope))
    }
}
