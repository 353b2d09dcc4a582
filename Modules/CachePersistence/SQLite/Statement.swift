import Foundation

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A prepared statement. ``Connection`` owns it and resets it after every use.
struct Statement {
    let pointer: OpaquePointer

    /// Binds the values to `?1`, `?2`, …
    func bind(_ values: [SQLiteValue]) -> Int32 {
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(pointer, position)
                case .integer(let integer): sqlite3_bind_int64(pointer, position, integer)
                case .blob(let data): bind(data, at: position)
                }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    private func bind(_ data: Data, at position: Int32) -> Int32 {
        data.withUnsafeBytes { bytes in
            // A null pointer would bind NULL, not the empty blob.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(pointer, position, 0)
            }
            return sqlite3_bind_blob64(pointer, position, start, sqlite3_uint64(bytes.count), Self.copyBytes)
        }
    }

    /// `SQLITE_TRANSIENT`: the bytes are copied before the call returns. The macro is the pointer -1, which Swift
    /// cannot import.
    private static var copyBytes: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    /// Makes the statement ready for its next use, and lets go of the read lock and of the bound bytes.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }
}

/// The row that a statement stands on. Valid inside the closure that receives it.
struct Row {
    let statement: OpaquePointer

    /// The integer in a column; 0 for null.
    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    /// The integer in a column, or `nil` for null.
    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// A copy of the bytes in a column.
    func data(_ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }

    /// The bytes in a column as text.
    func text(_ column: Int32) -> String {
        String(decoding: data(column), as: UTF8.self)
    }
}
