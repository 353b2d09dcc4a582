extension LoadingCache {
    /// The values of `id` in whatever scope is current: the stream of ``updates(for:)`` for the scope that is current
    /// now, and after that scope was cleared, for the one that is current then.
    ///
    /// At the change the stream says ``CacheUpdate/cleared``; no value of a scope that is not current is delivered. A
    /// stream notices the change when its scope is cleared: let `currentScope` answer the new scope first, then clear
    /// the former one.
    public func updates(
        for id: ID, followingScope currentScope: @escaping @Sendable () -> CacheScope
    ) -> AsyncStream<CacheUpdate<Value>> {
        let follower = ScopeFollower(self, id, currentScope)
        return AsyncStream { await follower.next() }
    }
}

/// One observer that moves from scope to scope.
private actor ScopeFollower<ID: Hashable & Sendable, Value: Sendable> {
    private let cache: LoadingCache<ID, Value>
    private let currentScope: @Sendable () -> CacheScope
    private var key: CacheKey<ID>
    private var updates: AsyncStream<CacheUpdate<Value>>

    init(_ cache: LoadingCache<ID, Value>, _ id: ID, _ currentScope: @escaping @Sendable () -> CacheScope) {
        self.cache = cache
        self.currentScope = currentScope
        key = CacheKey(id, in: currentScope())
        updates = cache.updates(for: key)
    }

    func next() async -> CacheUpdate<Value>? {
        var iterator = updates.makeAsyncIterator()
        let update = await iterator.next(isolation: self)
        let scope = currentScope()
        guard update != nil, scope != key.scope else { return update }
        // Observed from before the word is given, so that nothing of the new scope is missed.
        key = CacheKey(key.id, in: scope)
        updates = cache.updates(for: key)
        return .cleared
    }
}
