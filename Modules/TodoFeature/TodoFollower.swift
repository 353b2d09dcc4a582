import CacheManagement

/// One reader of the todos that moves from account to account.
actor TodoFollower {
    private let local: any TodoLocalDataSource
    private let scope: @Sendable () -> CacheScope
    private let cached: @Sendable (StoredTodos) -> CachedValue<[Todo]>
    private let changes: AsyncStream<Void>
    private var store: TodoStoreID
    private var version: UInt64?
    /// Whether to look before waiting: at the start, and after the account has changed.
    private var isDue = true

    init(
        local: any TodoLocalDataSource, scope: @escaping @Sendable () -> CacheScope,
        cached: @escaping @Sendable (StoredTodos) -> CachedValue<[Todo]>
    ) {
        self.local = local
        self.scope = scope
        self.cached = cached
        // Listening from before the first look, so that nothing in between is missed.
        changes = local.changes()
        store = local.store(for: scope())
    }

    func next() async -> CacheUpdate<[Todo]>? {
        while true {
            if !isDue {
                var iterator = changes.makeAsyncIterator()
                guard await iterator.next(isolation: self) != nil else { return nil }
            }
            isDue = false
            if let update = look() { return update }
        }
    }

    /// What is new since the last look.
    private func look() -> CacheUpdate<[Todo]>? {
        let current = local.store(for: scope())
        guard current == store else {
            store = current
            version = nil
            isDue = true
            return .cleared
        }
        guard let stored = local.todos(in: store), stored.version != version else { return nil }
        version = stored.version
        return .value(cached(stored), version: stored.version)
    }
}
