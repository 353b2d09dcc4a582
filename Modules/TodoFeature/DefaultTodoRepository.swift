public import CacheManagement

/// The repository over a remote and a local source.
///
/// An actor, because a load has several steps that wait: its own rules run one at a time between them. What must not
/// wait, the first frame and the stream, reads the local source instead. Concurrent loads are one; each caller waits on
/// its own, and the last one to leave ends the load.
public actor DefaultTodoRepository: TodoRepository {
    let remote: any TodoRemoteDataSource
    let local: any TodoLocalDataSource
    let validity: CacheValidityTracker<UInt64>
    let scope: @Sendable () -> CacheScope
    private let policy: CachePolicy
    var refreshes = TodoRefreshes()

    /// A repository over its sources.
    ///
    /// - Parameters:
    ///   - remote: where the todos come from.
    ///   - local: where they are kept.
    ///   - scope: whose todos are current now. Called often, from any thread; must be quick.
    ///   - policy: how long todos are fresh and may stand in, ``CacheManagement/CachePolicy/disabled`` for no storing
    ///     and sharing at all. Jitter, lingering and remembered failures do not apply here.
    ///   - clock: what freshness is measured on.
    public init(
        remote: any TodoRemoteDataSource, local: any TodoLocalDataSource, scope: @escaping @Sendable () -> CacheScope,
        policy: CachePolicy = .todos, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.remote = remote
        self.local = local
        self.scope = scope
        self.policy = policy
        validity = CacheValidityTracker(ttl: policy.freshFor, clock: clock)
    }

    /// The todos, stored or loaded, as `policy` says.
    public func todos(_ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]> {
        let store = local.store(for: scope())
        guard self.policy.isEnabled, policy != .noStore else { return try await loadAlone(store, policy) }
        let isFresh = await validity.isValid(store.key)
        // The account may have changed before this actor's turn.
        guard scope() == store.scope else { throw .cleared }
        let stored = local.todos(in: store)
        switch (policy, stored) {
        case (.cacheOnly, nil):
            throw .notCached
        case (.cacheOnly, let stored?):
            return cached(stored, isStale: !isFresh)
        case (.cacheFirst, let stored?) where isFresh, (.staleWhileRevalidate, let stored?) where isFresh:
            return cached(stored, isStale: false)
        case (.staleWhileRevalidate, let stored?)
        where stored.age < self.policy.freshFor + self.policy.staleWhileRevalidate:
            refreshInBackground(store)
            return cached(stored, isStale: true)
        default:
            return try await load(store, policy)
        }
    }

    /// What the local source has, without waiting for the actor.
    public nonisolated func cached() -> CachedValue<[Todo]>? {
        local.todos(in: local.store(for: scope())).map { cached($0, isStale: $0.age >= policy.freshFor) }
    }

    /// The updates of the local source, in whatever account is current.
    public nonisolated func updates() -> AsyncStream<CacheUpdate<[Todo]>> {
        let follower = TodoFollower(local: local, scope: scope) { [policy] in
            CachedValue($0.todos, source: .memory, age: $0.age, isStale: $0.age >= policy.freshFor)
        }
        return AsyncStream { await follower.next() }
    }

    /// Shows the change, sends it, and takes it back if that fails.
    public func setDone(_ isDone: Bool, id: Todo.ID) async throws(TodoError) -> Todo {
        let store = local.store(for: scope())
        let change = local.beginChange(of: id, isDone: isDone, in: store)
        do throws(TodoError) {
            let todo = try await remote.setDone(isDone, id: id)
            guard scope() == store.scope else { throw .cleared }
            local.confirm(change, with: todo, in: store)
            return todo
        } catch {
            local.rollBack(change, in: store)
            // Whether the server has made the change is not known.
            await invalidate(store)
            throw error
        }
    }

    /// Marks the current account's todos as stale.
    public func invalidate() async {
        await invalidate(local.store(for: scope()))
    }

    private func invalidate(_ store: TodoStoreID) async {
        refreshes.supersede(store)
        await validity.invalidate(store.key)
    }

    /// Loads for this caller alone, and stores nothing.
    private func loadAlone(_ store: TodoStoreID, _ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]> {
        guard policy != .cacheOnly else { throw .notCached }
        let todos = try await remote.todos()
        guard scope() == store.scope else { throw .cleared }
        return CachedValue(todos, source: .network)
    }

    /// Waits for the load that is under way or starts one; if it fails, what is stored may stand in.
    private func load(_ store: TodoStoreID, _ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]> {
        do throws(TodoError) {
            let todos = try await refresh(store)
            guard scope() == store.scope else { throw .cleared }
            return CachedValue(todos, source: .network)
        } catch {
            guard policy != .networkOnly, error.interruption == nil, self.policy.classify(error) == .transient,
                scope() == store.scope, let stored = local.todos(in: store),
                stored.age < self.policy.freshFor + self.policy.staleIfError
            else { throw error }
            return CachedValue(stored.todos, source: .memory, age: stored.age, isStale: true, error: error)
        }
    }

    private nonisolated func cached(_ stored: StoredTodos, isStale: Bool) -> CachedValue<[Todo]> {
        CachedValue(stored.todos, source: .memory, age: stored.age, isStale: isStale)
    }
}

extension TodoStoreID {
    /// What the validity of this life of the store is known by.
    var key: CacheKey<UInt64> { CacheKey(generation, in: scope) }
}

extension DefaultTodoRepository: ManagedCache {
    /// The name in reports.
    public nonisolated var name: String { local.name }

    /// Forgets the todos of one scope. A load of it that is under way ends with ``TodoError/cleared``, and nothing of
    /// it is stored.
    public func clear(_ scope: CacheScope) async throws(CacheError) {
        try await local.clear(scope)
        end(refreshes.drop { $0.scope == scope })
        await validity.invalidateAll(in: scope)
    }

    /// Forgets the todos of all scopes.
    public func clearAll() async throws(CacheError) {
        try await local.clearAll()
        end(refreshes.drop { _ in true })
        await validity.invalidateAll()
    }
}
