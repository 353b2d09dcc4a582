import CacheManagement
import Foundation

/// The open database of one scope. Not `Sendable`: it stays inside ``DiskStore``.
final class ScopeDatabase {
    let connection: Connection
    /// The identity of the file; constant, because a clear or a rebuild makes another file.
    let generation: DiskGeneration
    /// Whether others can use the file at the same time. If not, it is closed after each call.
    let isShared: Bool
    /// The rows that were read since the last write, in order of use: reading does not write, so the next write notes
    /// their use. No more than the file has rows.
    private var used: [Int64: Int] = [:]
    private var uses = 0

    /// What opening found.
    enum Opened {
        case ready(ScopeDatabase)
        /// The file is sound, but another version of the library or another scope wrote it.
        case foreign
    }

    /// Opens a file that exists.
    ///
    /// Connections share an index of the log in a file beside it. On a full disk that file cannot be made; what is in the
    /// database can be read all the same, by one connection that keeps the index to itself.
    static func open(
        _ files: ScopeFiles, scope: CacheScope, configuration: DiskStoreConfiguration
    ) throws(SQLiteError) -> Opened {
        do throws(SQLiteError) {
            return try open(files, scope: scope, configuration: configuration, isShared: true)
        } catch {
            guard error.isFull || error.isInputOutput else { throw error }
            return try open(files, scope: scope, configuration: configuration, isShared: false)
        }
    }

    private static func open(
        _ files: ScopeFiles, scope: CacheScope, configuration: DiskStoreConfiguration, isShared: Bool
    ) throws(SQLiteError) -> Opened {
        let connection = try Connection(path: files.database.path, busyTimeout: configuration.busyTimeout)
        try Schema.configure(connection, configuration, isShared: isShared)
        guard let generation = try Schema.adopt(connection, scope: ScopeName(scope).full) else { return .foreign }
        return .ready(ScopeDatabase(connection: connection, generation: generation, isShared: isShared))
    }

    private init(connection: Connection, generation: DiskGeneration, isShared: Bool) {
        self.connection = connection
        self.generation = generation
        self.isShared = isShared
    }

    /// The stamp beyond which an entry was written by a clock that was wrong.
    static func latestStamp(now: Int64) -> Int64 { now &+ 60_000 }
}

// MARK: - Reading

extension ScopeDatabase {
    /// What a read found under a key.
    enum Found {
        case entry(DiskEntry)
        case nothing
        /// The row does not match its checksum.
        case damaged
    }

    /// Reads one entry. Writes nothing.
    func read(_ key: String, now: Int64) throws(SQLiteError) -> Found {
        let bytes = key.canonicalBytes
        let sql = "SELECT id, version, written, fresh, kept, cost, digest, payload FROM entries WHERE key = ?1"
        guard let row = try connection.first(sql, .blob(bytes), read: EntryRow.init) else { return .nothing }
        guard Digest.of(key: bytes, payload: row.payload) == row.digest else { return .damaged }
        guard !row.isExpired(now: now) else { return .nothing }
        let tags = try connection.all("SELECT tag FROM tags WHERE entry = ?1", .integer(row.id)) { $0.text(0) }
        uses += 1
        used[row.id] = uses
        return .entry(row.entry(tags: Set(tags), now: now))
    }

    /// How many entries there are.
    func count() throws(SQLiteError) -> Int {
        Int(try connection.integer("SELECT count(*) FROM entries"))
    }
}

/// A row of `entries`, in the order in which it is selected.
private struct EntryRow {
    let id, version, written: Int64
    let fresh, kept: Int64?
    let cost, digest: Int64
    let payload: Data

    init(_ row: Row) {
        id = row.integer(0)
        version = row.integer(1)
        written = row.integer(2)
        fresh = row.optionalInteger(3)
        kept = row.optionalInteger(4)
        cost = row.integer(5)
        digest = row.integer(6)
        payload = row.data(7)
    }

    private func age(now: Int64) -> Int64 { max(0, now &- written) }

    func isExpired(now: Int64) -> Bool {
        kept.map { age(now: now) >= $0 } ?? false
    }

    func entry(tags: Set<String>, now: Int64) -> DiskEntry {
        let isFromTheFuture = written > ScopeDatabase.latestStamp(now: now)
        let isPastFresh = fresh.map { age(now: now) >= $0 } ?? false
        return DiskEntry(
            payload: payload, tags: tags, writtenAt: Date(timeIntervalSince1970: Double(written) / 1000),
            age: .milliseconds(age(now: now)), isStale: isFromTheFuture || isPastFresh,
            lifetime: DiskLifetime(
                freshFor: fresh.map { .milliseconds($0) }, keepFor: kept.map { .milliseconds($0) }),
            cost: Int(cost), version: Int(version))
    }
}

// MARK: - Writing

extension ScopeDatabase {
    /// Writes entries in one transaction.
    func write(_ records: ArraySlice<DiskRecord>, now: Int64) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for record in records { try write(record, now: now) }
        }
    }

    private func write(_ record: DiskRecord, now: Int64) throws(SQLiteError) {
        let key = record.key.canonicalBytes
        let id = try connection.integer(
            """
            INSERT INTO entries(key, version, written, fresh, kept, cost, digest, payload, used)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (SELECT coalesce(max(used), 0) + 1 FROM entries))
            ON CONFLICT(key) DO UPDATE SET
                version = excluded.version, written = excluded.written, fresh = excluded.fresh, kept = excluded.kept,
                cost = excluded.cost, digest = excluded.digest, payload = excluded.payload, used = excluded.used
            RETURNING id
            """,
            .blob(key), .integer(Int64(record.version)), .integer(now),
            SQLiteValue(record.lifetime.freshFor?.milliseconds), SQLiteValue(record.lifetime.keepFor?.milliseconds),
            .integer(Int64(record.cost)), .integer(Digest.of(key: key, payload: record.payload)), .blob(record.payload))
        try connection.run("DELETE FROM tags WHERE entry = ?1", .integer(id))
        for tag in record.tags {
            try connection.run("INSERT OR IGNORE INTO tags VALUES (?1, ?2)", .text(tag), .integer(id))
        }
    }

    /// Writes down the uses since the last write.
    ///
    /// An entry whose stamp lies in the future gets a new one: its age is unknown, so it counts as just gone stale.
    func noteUses(now: Int64) throws(SQLiteError) {
        guard !used.isEmpty else { return }
        let ids = used.sorted { $0.value < $1.value }.map(\.key)
        try connection.transaction { () throws(SQLiteError) in
            for id in ids {
                try connection.run(
                    """
                    UPDATE entries SET used = (SELECT max(used) + 1 FROM entries),
                        fresh = CASE WHEN written > ?2 THEN 0 ELSE fresh END,
                        written = CASE WHEN written > ?2 THEN ?3 ELSE written END
                    WHERE id = ?1
                    """, .integer(id), .integer(Self.latestStamp(now: now)), .integer(now))
            }
        }
        used = [:]
    }

    /// Notes the uses, gives free pages back to the disk, and moves the log into the database and that to the disk.
    func flush(now: Int64) throws(SQLiteError) {
        try noteUses(now: now)
        try connection.run("PRAGMA incremental_vacuum")
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
