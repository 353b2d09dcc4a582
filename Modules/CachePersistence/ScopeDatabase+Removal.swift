import Foundation

extension ScopeDatabase {
    /// Removes one entry. Returns whether there was one.
    func remove(_ key: String) throws(SQLiteError) -> Bool {
        try connection.run("DELETE FROM entries WHERE key = ?1", .text(key))
        return connection.changes > 0
    }

    /// Removes the entries whose key starts with the prefix, by range: in a pattern `%` and `_` would have a meaning.
    func remove(prefix: String) throws(SQLiteError) -> Int {
        let first = prefix.canonicalBytes
        // UTF-8 has no byte 0xFF, so the last byte always has a successor.
        guard let last = first.last else {
            try connection.run("DELETE FROM entries")
            return connection.changes
        }
        let end = first.dropLast() + [last + 1]
        try connection.run("DELETE FROM entries WHERE key >= ?1 AND key < ?2", .blob(first), .blob(end))
        return connection.changes
    }

    /// Removes the entries that carry the tag.
    func remove(tag: String) throws(SQLiteError) -> Int {
        let sql = "DELETE FROM entries WHERE id IN (SELECT entry FROM tags WHERE tag = ?1)"
        try connection.run(sql, .text(tag))
        return connection.changes
    }

    // MARK: The size limit

    /// The bytes in use, not counting pages that are free for reuse.
    func usedBytes() throws(SQLiteError) -> Int {
        let pages = try connection.integer("PRAGMA page_count") - connection.integer("PRAGMA freelist_count")
        return Int(pages * (try connection.integer("PRAGMA page_size")))
    }

    /// Makes room for so many more bytes: when they would not fit, removes what has expired and then what was used least
    /// recently, down to four fifths. Returns how many entries went.
    ///
    /// A tenth of the limit is left for the log. The freed pages are used again, so the file does not grow beyond.
    func makeRoom(for bytes: Int, limit: Int, now: Int64) throws(SQLiteError) -> Int {
        let share = limit / 10 * 9
        guard try usedBytes() + bytes > share else { return 0 }
        try connection.run("DELETE FROM entries WHERE written + kept <= ?1", .integer(now))
        var removed = connection.changes
        // In small transactions, so that the log stays small too.
        while true {
            let excess = try usedBytes() + bytes - share / 5 * 4
            guard excess > 0 else { return removed }
            let batch = try connection.transaction { () throws(SQLiteError) in
                try evictLeastRecentlyUsed(bytes: excess)
            }
            guard batch > 0 else { return removed }
            removed += batch
        }
    }

    /// Removes up to 256 entries that together free about as many bytes. Returns how many went.
    private func evictLeastRecentlyUsed(bytes: Int) throws(SQLiteError) -> Int {
        let oldest = try connection.all("SELECT id, length(payload) FROM entries ORDER BY used LIMIT 256") { row in
            (id: row.integer(0), bytes: Int(row.integer(1)))
        }
        var freed = 0
        var removed = 0
        for entry in oldest where freed < bytes {
            try connection.run("DELETE FROM entries WHERE id = ?1", .integer(entry.id))
            freed += entry.bytes
            removed += 1
        }
        return removed
    }
}
