import Foundation

/// The tables of a scope's file, and how a connection is made ready for them.
enum Schema {
    /// Changes with every change of the tables. A file of another version is replaced, never migrated: it is a cache.
    static let version: Int64 = 1

    /// A scope has its own file, so no table has a scope. `used` counts uses instead of telling a time, so that no clock
    /// can disturb the order of eviction. The payload comes last: what lies before it is read without it.
    private static let tables = [
        """
        CREATE TABLE meta(
            scope BLOB NOT NULL,
            generation INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE entries(
            id INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            written INTEGER NOT NULL,
            fresh INTEGER,
            kept INTEGER,
            cost INTEGER NOT NULL,
            used INTEGER NOT NULL,
            digest INTEGER NOT NULL,
            payload BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX entries_by_use ON entries(used)",
        "CREATE TABLE tags(tag BLOB NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY(tag, entry)) STRICT, WITHOUT ROWID",
        "CREATE INDEX tags_by_entry ON tags(entry)",
        """
        CREATE TRIGGER entries_deleted AFTER DELETE ON entries
        BEGIN DELETE FROM tags WHERE entry = OLD.id; END
        """,
    ]

    /// Sets what holds for a connection, not for the file.
    static func configure(
        _ connection: Connection, _ configuration: DiskStoreConfiguration, isShared: Bool
    ) throws(SQLiteError) {
        if !isShared { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
        // Of use before the first table only; later it would write, which a full disk refuses.
        if try connection.integer("PRAGMA user_version") == 0 { try connection.run("PRAGMA auto_vacuum=INCREMENTAL") }
        try enableWriteAheadLog(connection, timeout: configuration.busyTimeout)
        try connection.run("PRAGMA synchronous=NORMAL")
        // Overwrites what is deleted where that costs no write of its own. A logout does not depend on it.
        try connection.run("PRAGMA secure_delete=FAST")
        try connection.run("PRAGMA cell_size_check=ON")
        try connection.run("PRAGMA trusted_schema=OFF")
        // Memory mapping turns another process's truncation into a signal.
        try connection.run("PRAGMA mmap_size=0")
        // The log counts to the space on disk: keep it within a twentieth of the database.
        let logBytes = configuration.maximumBytes / 20
        try connection.run("PRAGMA wal_autocheckpoint=\(max(8, min(1000, logBytes / 4096)))")
        try connection.run("PRAGMA journal_size_limit=\(logBytes)")
        if let pages = configuration.maximumPages { try connection.run("PRAGMA max_page_count=\(pages)") }
    }

    /// The generation of a file that has the current tables and belongs to the scope, made now if the file is new;
    /// `nil` for a file that has something else.
    static func adopt(_ connection: Connection, scope: String) throws(SQLiteError) -> DiskGeneration? {
        if try connection.integer("PRAGMA user_version") == 0 { try create(connection, scope: scope) }
        guard try connection.integer("PRAGMA user_version") == version else { return nil }
        let owner = try connection.first("SELECT scope, generation FROM meta") { row in
            (scope: row.text(0), generation: DiskGeneration(identity: row.integer(1)))
        }
        guard let owner, owner.scope == scope else { return nil }
        return owner.generation
    }

    /// Makes the tables of an empty file, unless another process was quicker.
    private static func create(_ connection: Connection, scope: String) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { return }
            for table in tables { try connection.run(table) }
            let identity = Int64.random(in: .min ... .max)
            try connection.run("INSERT INTO meta VALUES (?1, ?2)", .text(scope), .integer(identity))
            try connection.run("PRAGMA user_version=\(version)")
        }
    }

    /// Switches to the write-ahead log. The switch does not wait for other connections as everything else does, so it is
    /// tried again for as long.
    private static func enableWriteAheadLog(_ connection: Connection, timeout: Duration) throws(SQLiteError) {
        let step: Duration = .milliseconds(5)
        var waited: Duration = .zero
        while true {
            do throws(SQLiteError) {
                return try connection.run("PRAGMA journal_mode=WAL")
            } catch {
                guard error.isBusy, waited < timeout else { throw error }
                usleep(UInt32(step.milliseconds) * 1000)
                waited += step
            }
        }
    }
}
