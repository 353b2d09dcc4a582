/// Which entry makes room when a cache is full.
public enum EvictionPolicy: String, Sendable, Hashable, CaseIterable {
    /// Least recently used: a hit moves the entry to the front. No resistance to scans.
    case lru
    /// First in, first out: a hit changes nothing.
    case fifo
    /// S3-FIFO with a small queue of a quarter of the cache: an entry must be used twice soon after it came, or come
    /// back soon after it went, to enter the main queue.
    case s3fifo
    /// S3-FIFO whose small queue grows and shrinks by what the recently evicted keys show. The default: it never lost
    /// two points to `lru` on the workloads measured, won three to fourteen on most, and a hit costs one byte store.
    /// On a loop a little longer than the cache `s3fifo` is better.
    case adaptive
}
