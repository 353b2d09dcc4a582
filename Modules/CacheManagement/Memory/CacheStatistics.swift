/// What a memory cache has done since it was made. A value: a consistent snapshot taken under the cache's lock.
public struct CacheStatistics: Sendable, Hashable {
    /// Reads that found a live value.
    public var hits = 0
    /// Reads that found none, expired ones included.
    public var misses = 0
    /// New keys stored.
    public var insertions = 0
    /// Values replaced under a key that was there.
    public var updates = 0
    /// Entries that made room for others.
    public var evictions = 0
    /// Entries removed because their time to live was over.
    public var expirations = 0
    /// Values refused because of their size, or because pinned entries left no room.
    public var refusals = 0
    /// Entries dropped under memory pressure.
    public var pressureRemovals = 0

    @usableFromInline
    init() {}

    /// Hits per read, 0 to 1; 0 before the first read.
    public var hitRatio: Double {
        let reads = hits + misses
        return reads == 0 ? 0 : Double(hits) / Double(reads)
    }
}
