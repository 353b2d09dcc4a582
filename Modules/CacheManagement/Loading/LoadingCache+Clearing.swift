import ModuleSupport

extension LoadingCache: ManagedCache {
    /// Forgets everything of `scope`. Its loads are cancelled, their waiters get ``CacheError/cleared``, and nothing of
    /// theirs is stored; observers are told once. Other scopes are not touched.
    public func clear(_ scope: CacheScope) async throws(CacheError) {
        clear { $0 == scope }
    }

    /// Forgets everything, as ``clear(_:)`` does, in all scopes.
    public func clearAll() async throws(CacheError) {
        clear { _ in true }
    }

    private func clear(where matches: (CacheScope) -> Bool) {
        update { $0.clear(where: matches) }
        update { $0.announceCleared(where: matches) }
    }

    /// What the cache did so far.
    public var statistics: LoadingStatistics {
        state.withLock { $0.core.statistics }
    }
}
