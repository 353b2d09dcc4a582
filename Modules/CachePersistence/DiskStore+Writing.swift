public import CacheManagement

extension DiskStore {
    /// The identity of the scope's file, made now if there is none. Take it before a load starts, and hand it in with
    /// the write of what was loaded.
    public func generation(of scope: CacheScope) throws(DiskStoreError) -> DiskGeneration {
        try performWrite(in: scope) { $0.generation }
    }

    /// Writes an entry, in place of the one that its key had. See ``set(_:in:generation:)-([DiskRecord],_,_)``.
    @discardableResult
    public func set(
        _ record: DiskRecord, in scope: CacheScope, generation: DiskGeneration? = nil
    ) async throws(DiskStoreError) -> Bool {
        try await set([record], in: scope, generation: generation)
    }

    /// Writes entries, each in place of the one that its key had, and keeps the size limit.
    ///
    /// They are committed when the call returns. Many are committed in steps, between which other calls have their turn;
    /// a clear in between ends the rest.
    ///
    /// - Parameters:
    ///   - records: what to write; of two with the same key the later one counts.
    ///   - scope: whose file.
    ///   - generation: the file that they are meant for.
    /// - Returns: `false` when the scope has been cleared since `generation`, or during the call: nothing of theirs is in
    ///   the new file then.
    /// - Throws: ``DiskStoreError``; after ``DiskStoreError/entryTooLarge(bytes:limit:)`` everything else is written.
    @discardableResult
    public func set(
        _ records: [DiskRecord], in scope: CacheScope, generation: DiskGeneration? = nil
    ) async throws(DiskStoreError) -> Bool {
        let limit = configuration.maximumEntryBytes
        let fitting = records.filter { $0.payload.count <= limit }
        var target = generation
        var rest = fitting[...]
        while !rest.isEmpty {
            let step = Self.step(of: rest, bytes: configuration.maximumBytes / 20)
            rest = rest[step.endIndex...]
            do throws(DiskStoreError) {
                guard let written = try write(step, in: scope, generation: target) else {
                    statistics.droppedWrites += step.count + rest.count
                    return false
                }
                target = written
            } catch {
                statistics.droppedWrites += step.count + rest.count
                throw error
            }
            if !rest.isEmpty { await Task.yield() }
        }
        try refuse(records.filter { $0.payload.count > limit }, in: scope)
        return true
    }

    /// Makes room for one step and writes it. Returns the file's generation, or `nil` when it is another one than
    /// asked for.
    private func write(
        _ records: ArraySlice<DiskRecord>, in scope: CacheScope, generation: DiskGeneration?
    ) throws(DiskStoreError) -> DiskGeneration? {
        // A late write must not make a new file for an account that has logged out.
        if generation != nil, databases[scope] == nil, !folder.files(of: scope).exists { return nil }
        let now = now
        let limit = configuration.maximumBytes
        let bytes = records.reduce(0) { $0 + $1.diskBytes }
        let outcome = try performWrite(in: scope) { database throws(SQLiteError) -> (DiskGeneration, Int)? in
            guard generation == nil || generation == database.generation else { return nil }
            try database.noteUses(now: now)
            let evicted = try database.makeRoom(for: bytes, limit: limit, now: now)
            try database.write(records, now: now)
            return (database.generation, evicted)
        }
        guard let outcome else { return nil }
        statistics.writes += records.count
        statistics.evictions += outcome.1
        return outcome.0
    }

    /// As many records as a transaction should hold, at least one.
    private static func step(of records: ArraySlice<DiskRecord>, bytes: Int) -> ArraySlice<DiskRecord> {
        var total = 0
        let end = records.prefix(500).firstIndex { record in
            total += record.diskBytes
            return total > bytes
        }
        guard let end else { return records.prefix(500) }
        return records[records.startIndex..<max(end, records.startIndex + 1)]
    }

    /// Removes what the records' keys had: an old value must not be taken for the current one.
    private func refuse(_ records: [DiskRecord], in scope: CacheScope) throws(DiskStoreError) {
        guard let first = records.first else { return }
        statistics.droppedWrites += records.count
        for record in records { try remove(record.key, in: scope) }
        throw .entryTooLarge(bytes: first.payload.count, limit: configuration.maximumEntryBytes)
    }
}
