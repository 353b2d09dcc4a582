import ModuleSupport

extension LoadingCache {
    /// Stores a value, for example the answer to a change. A load of `key` that is under way will not replace it.
    public func set(_ value: Value, for key: CacheKey<ID>) {
        guard policy.isEnabled else { return }
        let draft = draft(value, for: key)
        update { $0.set(draft, for: key, at: $1) }
        refold(key)
    }

    /// Removes the value of `key`. Observers are told, and a load that is under way will not bring it back.
    public func remove(_ key: CacheKey<ID>) {
        update { $0.remove(key, at: $1) }
        refold(key)
    }

    /// Changes the cached value in place, if there is one: for example a list, after one of its items was loaded. It
    /// stays as old as it is. Returns whether there was one.
    ///
    /// `transform` runs outside the cache's lock, and again if the value has changed meanwhile. A load of `key` that is
    /// under way will not replace the changed value.
    @discardableResult
    public func modify(_ key: CacheKey<ID>, _ transform: (inout Value) -> Void) -> Bool {
        while let current = state.withLock({ $0.core.base(of: key) }) {
            var value = current.value
            transform(&value)
            let draft = draft(value, for: key)
            if update({ $0.replace(current.stamp, by: draft, for: key, at: $1) }) {
                refold(key)
                return true
            }
        }
        return false
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
        let operation = policy.isEnabled ? begin(key, initial, apply) : nil
        do {
            let output = try await commit()
            resolve(operation, of: key, isCommitted: true)
            return output
        } catch {
            resolve(operation, of: key, isCommitted: false)
            throw Task.isCancelled && error is CancellationError ? .cancelled : .committing(error)
        }
    }

    private func begin(
        _ key: CacheKey<ID>, _ initial: Value?, _ apply: @escaping @Sendable (Value) -> Value
    ) -> UInt64 {
        defer { refold(key) }
        return update { core, _ in core.begin(key) { ($0 ?? initial).map(apply) } }
    }

    private func resolve(_ operation: UInt64?, of key: CacheKey<ID>, isCommitted: Bool) {
        guard let operation else { return }
        update { core, _ in core.resolve(operation, of: key, isCommitted: isCommitted) }
        refold(key)
    }

    /// Applies the pending operations, outside the lock, until what is visible is up to date.
    private func refold(_ key: CacheKey<ID>) {
        while let fold = state.withLock({ $0.core.fold(key) }) {
            let values = fold.run()
            let folded = Core.Folded(
                stamp: fold.stamp, base: values.base.map { draft($0, for: key) },
                visible: values.visible.map { draft($0, for: key) }, settledCount: values.settledCount)
            update { $0.install(folded, for: key, at: $1) }
        }
    }
}
