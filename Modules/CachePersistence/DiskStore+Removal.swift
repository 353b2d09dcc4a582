public import CacheManagement

extension DiskStore {
    /// Removes one entry. Returns whether there was one.
    ///
    /// Like every removal, it holds also when the disk is full: if it cannot be written, the scope's file is unlinked as
    /// a whole and `report` is told.
    @discardableResult
    public func remove(_ key: String, in scope: CacheScope) throws(DiskStoreError) -> Bool {
        try performRemoval(in: scope) { database throws(SQLiteError) in try database.remove(key) ? 1 : 0 } > 0
    }

    /// Removes the entries whose key starts with the prefix. Returns how many there were.
    @discardableResult
    public func removeAll(withPrefix prefix: String, in scope: CacheScope) throws(DiskStoreError) -> Int {
        try performRemoval(in: scope) { database throws(SQLiteError) in try database.remove(prefix: prefix) }
    }

    /// Removes the entries that carry the tag. Returns how many there were.
    @discardableResult
    public func removeAll(withTag tag: String, in scope: CacheScope) throws(DiskStoreError) -> Int {
        try performRemoval(in: scope) { database throws(SQLiteError) in try database.remove(tag: tag) }
    }

    private func performRemoval(
        in scope: CacheScope, _ body: (ScopeDatabase) throws(SQLiteError) -> Int
    ) throws(DiskStoreError) -> Int {
        do throws(DiskStoreError) {
            return try perform(in: scope, creating: false, body) ?? 0
        } catch {
            guard error.pausesWrites else { throw error }
            let count = databases[scope].flatMap { try? $0.count() } ?? 0
            try unlinkFiles(of: scope)
            note(.clearedInsteadOfRemoving(scope, error.fault))
            return count
        }
    }
}

// MARK: - Clearing

extension DiskStore: ManagedCache {
    /// Unlinks a scope's files, as at logout.
    ///
    /// Needs no free space and works while suspended. When it has returned, nothing of the scope can be read by any store
    /// on this folder, and a write that was meant for the old file is dropped.
    ///
    /// - Throws: ``CacheManagement/CacheError/clearing(_:)`` with a ``DiskStoreError`` when the files cannot be unlinked.
    public func clear(_ scope: CacheScope) throws(CacheError) {
        do throws(DiskStoreError) {
            try unlinkFiles(of: scope)
            resumeWrites()
        } catch {
            throw .clearing(error)
        }
    }

    /// Unlinks the files of every scope, also of those that this store has not opened.
    ///
    /// - Throws: as ``clear(_:)``; all files are tried, and the first failure is thrown.
    public func clearAll() throws(CacheError) {
        databases = [:]
        do throws(DiskStoreError) {
            var failure: DiskStoreError?
            for files in try folder.allFiles() {
                do throws(DiskStoreError) { try unlink(files) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
            resumeWrites()
        } catch {
            throw .clearing(error)
        }
    }

    private func unlinkFiles(of scope: CacheScope) throws(DiskStoreError) {
        databases[scope] = nil
        try unlink(folder.files(of: scope))
    }

    private func unlink(_ files: ScopeFiles) throws(DiskStoreError) {
        guard folder.exists else { return }
        do throws(DiskStoreError) {
            try folder.locked(timeout: configuration.busyTimeout) { () throws(DiskStoreError) in try files.remove() }
        } catch {
            if case .busy = error { throw error }
            // Not even the lock's empty file can be made or opened. A logout must not wait for better times.
            try files.remove()
        }
    }
}

// MARK: - Closing

extension DiskStore {
    /// Brings everything that was written past a loss of power, and the log into the database.
    public func flush() throws(DiskStoreError) {
        let now = now
        for scope in databases.keys {
            _ = try perform(in: scope, creating: false) { database throws(SQLiteError) in
                try database.flush(now: now)
            }
        }
    }

    /// Closes the files until ``resume()``, before the app is suspended: no lock is held then. Reads and writes throw
    /// ``DiskStoreError/suspended`` meanwhile. What was written stays written.
    public func suspend() {
        try? flush()
        databases = [:]
        isSuspended = true
    }

    /// Ends ``suspend()``.
    public func resume() {
        isSuspended = false
    }
}
