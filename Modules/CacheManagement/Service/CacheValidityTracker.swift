/// Knows how long collections are valid, for repositories that keep their data in a store of their own.
///
/// ```swift
/// if await !tracker.isValid(key) {
///     try await store.replace(with: remote.todos())
///     await tracker.markValid(key)
/// }
/// ```
public actor CacheValidityTracker<ID: Hashable & Sendable> {
    private let ttl: Duration
    private let clock: CacheClock
    private var validUntil: [CacheKey<ID>: CacheInstant] = [:]

    /// A tracker in which a collection is valid for `ttl` after it was marked so, on `clock`.
    public init(ttl: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.ttl = ttl
        self.clock = CacheClock(clock)
    }

    /// Whether the collection was marked valid less than the TTL ago, and not invalidated since.
    public func isValid(_ key: CacheKey<ID>) -> Bool {
        guard let end = validUntil[key] else { return false }
        if clock.now() < end { return true }
        validUntil[key] = nil
        return false
    }

    /// Marks the collection as valid from now on.
    public func markValid(_ key: CacheKey<ID>) {
        validUntil[key] = clock.now().advanced(by: ttl)
    }

    /// Marks the collection as no longer valid.
    public func invalidate(_ key: CacheKey<ID>) {
        validUntil[key] = nil
    }

    /// Marks all collections of a scope as no longer valid.
    public func invalidateAll(in scope: CacheScope) {
        validUntil = validUntil.filter { $0.key.scope != scope }
    }

    /// Marks all collections as no longer valid.
    public func invalidateAll() {
        validUntil = [:]
    }
}
