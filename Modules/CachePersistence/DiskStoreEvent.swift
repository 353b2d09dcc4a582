public import CacheManagement

/// Something that a ``DiskStore`` did on its own and that a developer wants to know of.
public enum DiskStoreEvent: Sendable {
    /// A damaged file was replaced by an empty one.
    case rebuilt(CacheScope, DiskStoreError.Fault)
    /// A file that another version of the library wrote was replaced by an empty one.
    case schemaReplaced(CacheScope)
    /// One entry could not be read back and was removed; the others are untouched.
    case entryDropped(CacheScope)
    /// A removal could not be written, so the scope's whole file was unlinked: nothing stale may stay readable.
    case clearedInsteadOfRemoving(CacheScope, DiskStoreError.Fault?)
    /// Writes are not tried for a while. Told once until they succeed again.
    case writesPaused(DiskStoreError.Fault?)
    /// A write succeeded after a pause.
    case writesResumed
}

/// What a ``DiskStore`` has done since it was created.
public struct DiskStoreStatistics: Sendable, Equatable {
    /// Entries found.
    public internal(set) var hits = 0
    /// Entries asked for and not found, or expired.
    public internal(set) var misses = 0
    /// Entries written.
    public internal(set) var writes = 0
    /// Entries not written, because the write failed, was paused, or came after a clear of its scope.
    public internal(set) var droppedWrites = 0
    /// Entries removed to keep the size limit.
    public internal(set) var evictions = 0
    /// Damaged files replaced.
    public internal(set) var rebuilds = 0
    /// Entries removed because they could not be read back.
    public internal(set) var droppedEntries = 0
}
