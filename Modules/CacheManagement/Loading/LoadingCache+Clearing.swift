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
        update { core, _ in core.clear(where: matches) }
        update { core, _ in core.announceCleared(where: matches) }
    }

    /// Ends the loads of `scope` and leaves what is cached: their waiters get ``CacheError/cleared``, and nothing of
    /// theirs is stored. For the moment when the data source was switched.
    public func dropLoads(in scope: CacheScope) {
        update { $0.dropLoads(where: { $0 == scope }, at: $1) }
    }

    /// What the cache did so far.
    public var statistics: LoadingStatistics {
        state.withLock { $0.core.statistics }
    }
}

extension LoadingCache: MemoryPressureResponder {
    /// Gives up half of the cost on a warning, and everything that is not observed when memory is critical. Nothing in
    /// the background.
    public func respond(to pressure: MemoryPressure) {
        update { core, _ in core.respond(to: pressure) }
    }
}
