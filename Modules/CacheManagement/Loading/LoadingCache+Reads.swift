public import ModuleSupport

extension LoadingCache {
    /// The value of `key`, from the cache or loaded, as `policy` says.
    ///
    /// A fresh value is returned at once: the call does not suspend, and costs well under a microsecond. Otherwise the
    /// caller waits for the one load of the key. If the caller's task is cancelled, the call throws
    /// ``CacheError/cancelled`` at once, whatever the load does.
    @inlinable
    public func value(for key: CacheKey<ID>, policy: FetchPolicy = .cacheFirst) async throws(CacheError) -> Value {
        if policy.acceptsFresh, let value = freshValue(for: key) { return value }
        return try await result(for: key, policy: policy).value
    }

    /// The value of `key` with its origin: where it came from, how old it is, whether it is stale and why.
    ///
    /// Behaves as ``value(for:policy:)`` does.
    public func result(
        for key: CacheKey<ID>, policy: FetchPolicy = .cacheFirst
    ) async throws(CacheError) -> CachedValue<Value> {
        guard self.policy.isEnabled, policy != .noStore else { return try await loadAlone(key, policy) }
        if let answer = update({ $0.answer(key, policy, at: $1) }) { return try answer.get() }
        if Task.isCancelled { throw .cancelled }
        let waiter = state.withLock { $0.core.nextTick() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                update { core, now in
                    if Task.isCancelled {
                        core.emit(.resume(continuation, .failure(.cancelled)))
                    } else {
                        core.join(key, policy, as: waiter, continuation, at: now)
                    }
                }
            }
        } onCancel: {
            update { $0.leave(key, waiter, at: $1) }
        }.get()
    }

    /// The value of `key` with its origin, if one is cached, stale or not; for the first frame of a screen.
    ///
    /// Does not suspend, load or count as a read.
    public func cachedValue(for key: CacheKey<ID>) -> CachedValue<Value>? {
        let now = clock.now()
        return state.withLock { $0.core.peek(key, at: now) }
    }

    /// Whether `key` is being loaded.
    public func isLoading(_ key: CacheKey<ID>) -> Bool {
        state.withLock { $0.core.records[key]?.flights.isEmpty == false }
    }

    /// Loads what is not fresh, at low priority and without waiting. A read that comes meanwhile joins.
    public func prefetch(_ keys: some Sequence<CacheKey<ID>>) {
        guard policy.isEnabled else { return }
        let keys = Array(keys)
        update { core, now in
            for key in keys where !core.isFresh(key, at: now) { core.load(key, for: .prefetch, at: now) }
        }
    }

    /// The value, if a fresh one is cached.
    @inlinable
    func freshValue(for key: CacheKey<ID>) -> Value? {
        let now = neverExpires ? CacheInstant.start : clock.now()
        return state.withLock { $0.core.freshValue(for: key, at: now) }
    }

    /// What the loader brings to a read that shares and stores nothing.
    private func loadAlone(_ key: CacheKey<ID>, _ policy: FetchPolicy) async throws(CacheError) -> CachedValue<Value> {
        if policy == .cacheOnly { throw .notCached }
        state.withLock { $0.core.statistics.loads &+= 1 }
        switch await load(key) {
        case .value(let value): return CachedValue(value, source: .network)
        case .outOfScope: throw .cleared
        case .failure(let error, _): throw Task.isCancelled ? .cancelled : .loading(error)
        }
    }

    /// Runs the loader in the caller's task, in the scope of `key` or not at all.
    func load(_ key: CacheKey<ID>) async -> LoadOutcome<Value> {
        guard isCurrent(key.scope) else { return .outOfScope }
        do {
            let value = try await loader(key)
            return isCurrent(key.scope) ? .value(value) : .outOfScope
        } catch {
            guard isCurrent(key.scope) else { return .outOfScope }
            return .failure(error, error is CancellationError ? .transient : policy.classify(error))
        }
    }

    private func isCurrent(_ scope: CacheScope) -> Bool {
        currentScope.map { $0() == scope } ?? true
    }
}

/// How a call of the loader ended.
enum LoadOutcome<Value: Sendable>: Sendable {
    case value(Value)
    case failure(any Error, LoadFailure)
    /// The key's scope was not the current one, before or after.
    case outOfScope
}
