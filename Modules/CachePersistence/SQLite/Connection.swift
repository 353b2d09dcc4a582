import Foundation

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// One connection to one database file, with its prepared statements.
///
/// Not `Sendable`: ``DiskStore`` keeps each connection inside its actor, so no two threads use one at once, and SQLite's
/// own mutexes are off. Every statement is reset before a call returns, whatever happened, so no lock outlives a call.
final class Connection {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens an existing file.
    ///
    /// The file is not created: its owner has done so with private permissions, which SQLite copies to the files beside.
    init(path: String, busyTimeout: Duration) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            let extended = opened.map { sqlite3_extended_errcode($0) } ?? code
            sqlite3_close_v2(opened)
            throw SQLiteError(code: extended, message: message)
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, Int32(clamping: busyTimeout.milliseconds))
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement.pointer) }
        sqlite3_close_v2(handle)
    }

    /// Runs a statement to its end and drops its rows.
    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
        try step(sql, values) { _ in }
    }

    /// The first row of a statement, or `nil`.
    func first<Result>(
        _ sql: String, _ values: SQLiteValue..., read: (Row) -> Result
    ) throws(SQLiteError) -> Result? {
        var result: Result?
        try step(sql, values) { if result == nil { result = read($0) } }
        return result
    }

    /// All rows of a statement.
    func all<Result>(_ sql: String, _ values: SQLiteValue..., read: (Row) -> Result) throws(SQLiteError) -> [Result] {
        var results: [Result] = []
        try step(sql, values) { results.append(read($0)) }
        return results
    }

    /// The number in the first column of the first row; 0 without a row.
    func integer(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int64 {
        var result: Int64 = 0
        try step(sql, values) { result = $0.integer(0) }
        return result
    }

    /// Runs `body` between `BEGIN` and `COMMIT`, and leaves no transaction open when any part of it fails.
    ///
    /// A writing transaction takes its lock at once: one that reads first and then writes would be refused when another
    /// connection wrote in between, without any waiting.
    func transaction<Result>(
        writing: Bool = true, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run(writing ? "BEGIN IMMEDIATE" : "BEGIN")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some failures; the second rollback is refused then.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// How many statements were left unfinished: always 0 between calls.
    var busyStatements: Int {
        statements.values.count { sqlite3_stmt_busy($0.pointer) != 0 }
    }

    /// Whether the file that this connection holds is no longer the one at its path: somebody cleared it, or the system
    /// purged the folder.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    private func step(_ sql: String, _ values: [SQLiteValue], _ visit: (Row) -> Void) throws(SQLiteError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        guard statement.bind(values) == SQLITE_OK else { throw lastError }
        while true {
            switch sqlite3_step(statement.pointer) {
            case SQLITE_ROW: visit(Row(statement: statement.pointer))
            case SQLITE_DONE: return
            default: throw lastError
            }
        }
    }

    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw lastError }
        let statement = Statement(pointer: pointer)
        statements[sql] = statement
        return statement
    }

    private var lastError: SQLiteError {
        SQLiteError(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
    }
}
