/// How one read uses the cache and the network. Each policy gives one value.
///
/// All but ``noStore`` share loads: a read that has to load joins a load of the same key that is under way.
public enum FetchPolicy: Sendable, Hashable {
    /// A fresh value is returned; else the value is loaded. If that fails inside the stale-if-error window, the old
    /// value is returned, marked stale. The default.
    case cacheFirst
    /// A fresh value is returned; a stale one inside its window too, while it is loaded anew in the background.
    case staleWhileRevalidate
    /// The value is loaded; if that fails inside the stale-if-error window, the cached one is returned, marked stale.
    case networkFirst
    /// The value is loaded and stored; a failure is thrown, whatever is cached.
    case networkOnly
    /// The cached value is returned, marked if it is stale; nothing is loaded. ``CacheError/notCached`` when there is
    /// none.
    case cacheOnly
    /// The value is loaded by this call alone: nothing is read from the cache, shared or stored.
    case noStore

    /// Whether a fresh cached value answers the read.
    @usableFromInline
    var acceptsFresh: Bool {
        switch self {
        case .cacheFirst, .staleWhileRevalidate, .cacheOnly: true
        case .networkFirst, .networkOnly, .noStore: false
        }
    }
}
