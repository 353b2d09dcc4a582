/// One value of a cache, in whatever account and data source are current at each call: what a repository of a single
/// resource holds.
///
/// ```swift
/// let profile = ScopedResource(cache, id: "profile", scope: { session.scope })
/// let shown = try await profile.result(.cacheFirst)
/// let reloading = signals.bind(.profileNeedsReload) { await profile.reload() }
/// ```
///
/// A value, so that a signal's action can hold it without holding the repository. Safe to use from any thread or actor.
public struct ScopedResource<Value: Sendable>: Sendable {
    /// The cache that holds the value.
    public let cache: LoadingCache<String, Value>
    private let id: String
    private let scope: @Sendable () -> CacheScope

    /// The value `id` of `cache`; `scope` says what is current, and is asked at each call.
    public init(_ cache: LoadingCache<String, Value>, id: String, scope: @escaping @Sendable () -> CacheScope) {
        self.cache = cache
        self.id = id
        self.scope = scope
    }

    /// The value's key in the current scope.
    public var key: CacheKey<String> { CacheKey(id, in: scope()) }

    /// Whether a key is of the current scope still.
    public func isCurrent(_ key: CacheKey<String>) -> Bool { key.scope == scope() }

    /// The value with its origin, as ``LoadingCache/result(for:policy:)`` gives it. Throws ``CacheError/cleared`` when
    /// the scope changed meanwhile, also between the load and this caller's turn.
    public func result(_ policy: FetchPolicy) async throws(CacheError) -> CachedValue<Value> {
        let key = key
        let result = try await cache.result(for: key, policy: policy)
        guard isCurrent(key) else { throw .cleared }
        return result
    }

    /// What is cached, stale or not; neither waits nor loads.
    public func cached() -> CachedValue<Value>? { cache.cachedValue(for: key) }

    /// The value from now on, also after the scope changes; see ``LoadingCache/updates(for:followingScope:)``.
    public func updates() -> AsyncStream<CacheUpdate<Value>> { cache.updates(for: id, followingScope: scope) }

    /// Marks the value as stale and loads it anew. Without anything cached there is nothing to put right: the next read
    /// loads anyway.
    public func reload() async {
        let key = key
        cache.invalidate(key)
        if cache.cachedValue(for: key) != nil { _ = try? await cache.result(for: key) }
    }
}
