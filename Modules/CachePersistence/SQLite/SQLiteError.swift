#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A failed call into SQLite, before it is classified as a ``DiskStoreError``.
struct SQLiteError: Error {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words; they never hold a payload or a key.
    let message: String

    /// The low byte, which names the family of the failure.
    private var family: Int32 { code & 0xff }

    /// The file is no database or its structure is damaged, so nothing in it can be trusted.
    ///
    /// A file that cannot be opened or read is not damaged: before the first unlock of a device it looks just so.
    var isCorruption: Bool { family == SQLITE_CORRUPT || family == SQLITE_NOTADB }

    /// Another connection held the lock longer than the busy timeout.
    var isBusy: Bool { family == SQLITE_BUSY || family == SQLITE_LOCKED }

    /// There is no room.
    var isFull: Bool { family == SQLITE_FULL }

    /// The file system refused to read or write.
    var isInputOutput: Bool { family == SQLITE_IOERR }

    /// The file cannot be opened, read or written now, but may be later.
    var isUnavailable: Bool {
        [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY].contains(family)
    }

    /// The file was moved or unlinked under the open connection.
    var isMoved: Bool { code == SQLITE_READONLY | (4 << 8) }  // SQLITE_READONLY_DBMOVED, a macro Swift cannot import
}
