import ModuleSupport

extension LoadingCache {
    /// Shows a change at once and carries it out, like ``optimisticUpdate(of:default:apply:commit:)``, where the source
    /// answers with the whole value: from then on the answer is the change, in place of what `apply` had guessed. So
    /// what the source has is cached without another load, and nothing is stored if the scope was cleared meanwhile.
    ///
    /// - Parameters:
    ///   - key: the value to change.
    ///   - apply: the change as it is guessed; may run several times, on any thread.
    ///   - answer: carries it out and returns the value as the source has it now; runs in the caller's task, once.
    /// - Returns: what `answer` returns.
    /// - Throws: what ``optimisticUpdate(of:default:apply:commit:)`` throws.
    public func optimisticUpdate(
        of key: CacheKey<ID>, apply: @escaping @Sendable (Value) -> Value, answer: () async throws -> Value
    ) async throws(CacheError) -> Value {
        let slot = AnswerSlot<Value>()
        return try await optimisticUpdate(
            of: key, apply: { slot.value ?? apply($0) },
            commit: {
                let value = try await answer()
                slot.fill(value)
                return value
            })
    }
}

/// What the source made of a change, once it has answered.
private final class AnswerSlot<Value: Sendable>: Sendable {
    private let state = Locked<Value?>(nil)

    var value: Value? { state.withLock { $0 } }

    func fill(_ value: Value) {
        state.withLock { $0 = value }
    }
}
