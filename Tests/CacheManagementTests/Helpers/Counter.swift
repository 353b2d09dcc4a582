import ModuleSupport

/// Counts from one, from any thread.
final class Counter: Sendable {
    private let state = Locked(0)

    var count: Int { state.withLock { $0 } }

    @discardableResult
    func next() -> Int {
        state.withLock { count in
            count += 1
            return count
        }
    }
}
