import ModuleSupport

extension LoadingCache {
    /// Stores a value, for example the answer to a change. A load of `key` that is under way will not replace it.
    public func set(_ value: Value, for key: CacheKey<ID>) {
        guard policy.isEnabled else { return }
        store(value, for: key) { $0.set(value, for: key, $1, at: time.now()) }
        refold(key)
    }

    /// Marks the value of `key` as stale, so that the next read loads it. If it is observed, it is loaded once now.
    ///
    /// A load that is under way is delivered to those who wait for it already, and not stored as fresh; a read that
    /// comes later starts another.
    public func invalidate(_ key: CacheKey<ID>) {
        update { $0.invalidate(key, at: time.now()) }
    }

    /// Marks all values of `scope` as stale, as ``invalidate(_:)`` does.
    public func invalidateAll(in scope: CacheScope) {
        update { $0.invalidate(where: { $0.scope == scope }, at: time.now()) }
    }

    /// Removes the value of `key`. Observers are told, and a load that is under way will not bring it back.
    public func remove(_ key: CacheKey<ID>) {
        update { $0.remove(key, at: time.now()) }
        refold(key)
    }

    /// Shows a change at once, carries it out, and takes it back if that fails.
    ///
    /// `apply` is the change as a function of the value; it is kept in a log and may run several times, on any
    /// thread. What readers and observers see is the last value that the source is known to have, with all pending
    /// changes applied in order. So two changes of the same value never lose one another, and taking one back leaves
    /// the others. Loads that overlap the change are not stored; the value is loaded anew after it if there were any,
    /// or if it failed.
    ///
    /// - Parameters:
    ///   - key: the value to change.
    ///   - initial: what to change if nothing is cached; `nil`: then there is nothing to show.
    ///   - apply: the change.
    ///   - commit: carries it out; runs in the caller's task, once.
    /// - Returns: what `commit` returns.
    /// - Throws: ``CacheError/committing(_:)`` with the error of `commit`, or ``CacheError/cancelled`` if it failed
    ///   because the caller's task was cancelled; the change has been taken back then.
    public func optimisticUpdate<Output>(
        of key: CacheKey<ID>,
        default initial: Value? = nil,
        apply: @escaping @Sendable (Value) -> Value,
        commit: () async throws -> Output
    ) async throws(CacheError) -> Output {
        let operation = policy.isEnabled ? update { $0.begin(key) { ($0 ?? initial).map(apply) } } : nil
        refold(key)
        do {
            let output = try await commit()
            settle(operation, of: key, isCommitted: true)
            return output
        } catch {
            settle(operation, of: key, isCommitted: false)
            throw Task.isCancelled && error is CancellationError ? .cancelled : .committing(error)
        }
    }

    private func settle(_ operation: UInt64?, of key: CacheKey<ID>, isCommitted: Bool) {
        guard let operation else { return }
        update { $0.resolve(operation, of: key, isCommitted: isCommitted) }
        refold(key)
    }

    /// Applies the pending operations, outside the lock, until what is visible is up to date.
    private func refold(_ key: CacheKey<ID>) {
        while let fold = state.withLock({ $0.core.fold(key) }) {
            let folded = fold.run()
            var isOutdated = false
            store(folded.visible, for: key) { core, comparison in
                isOutdated = core.fold(key)?.stamp != folded.stamp
                return isOutdated || core.install(folded, for: key, comparison, at: time.now())
            }
        }
    }
}
