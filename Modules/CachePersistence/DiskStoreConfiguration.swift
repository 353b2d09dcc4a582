/// The limits of a ``DiskStore``.
public struct DiskStoreConfiguration: Sendable {
    /// The bytes that one scope's files may occupy. A write that would pass the limit first evicts what has expired and
    /// then the least recently used entries, down to four fifths of it.
    public var maximumBytes: Int
    /// The bytes that one entry may have; a larger one is refused.
    public var maximumEntryBytes: Int
    /// How long a call waits for another process that holds the file's lock.
    public var busyTimeout: Duration
    /// How long no write is tried after one that found the disk full or the file not writable.
    public var writePause: Duration
    /// The pages that SQLite may use, to stand for a full disk in tests.
    package var maximumPages: Int?

    /// Sets the limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: for one scope; at least 256 KiB.
    ///   - maximumEntryBytes: for one entry; by default, and at most, an eighth of `maximumBytes`.
    ///   - busyTimeout: the wait for another process's lock.
    ///   - writePause: the pause after a failed write.
    public init(
        maximumBytes: Int = 64 << 20, maximumEntryBytes: Int? = nil, busyTimeout: Duration = .seconds(5),
        writePause: Duration = .seconds(60)
    ) {
        self.maximumBytes = max(maximumBytes, 256 << 10)
        self.maximumEntryBytes = min(maximumEntryBytes ?? .max, self.maximumBytes / 8)
        self.busyTimeout = busyTimeout
        self.writePause = writePause
    }
}
