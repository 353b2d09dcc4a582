import CacheManagement
import ModuleSupport

/// A loader whose calls a test answers by hand, in any order.
final class ManualLoader<ID: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var keys: [CacheKey<ID>] = []
        var running: [Int: CheckedContinuation<Result<Value, any Error>, Never>] = [:]
        var cancelled: Set<Int> = []
        var observers: [(isReady: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func ready() -> [CheckedContinuation<Void, Never>] {
            let ready = observers.filter { $0.isReady(self) }.map(\.continuation)
            let state = self
            observers.removeAll { $0.isReady(state) }
            return ready
        }
    }

    private let state = Locked(State())

    /// How often it was called.
    var count: Int { state.withLock { $0.keys.count } }

    /// How often it was called for one key.
    func count(of key: CacheKey<ID>) -> Int { state.withLock { $0.keys.filter { $0 == key }.count } }

    /// The numbers of the calls whose task was cancelled.
    var cancelled: Set<Int> { state.withLock { $0.cancelled } }

    /// What the cache is given. A cancelled call throws at once.
    func load(_ key: CacheKey<ID>) async throws -> Value {
        let number = state.withLock { state in
            state.keys.append(key)
            return state.keys.count
        }
        let result: Result<Value, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { state in
                    if state.cancelled.contains(number) { return continuation }
                    state.running[number] = continuation
                    return nil
                }?.resume(returning: .failure(CancellationError()))
            }
        } onCancel: {
            change { state in
                state.cancelled.insert(number)
                return state.running.removeValue(forKey: number)
            }?.resume(returning: .failure(CancellationError()))
        }
        return try result.get()
    }

    /// Waits until the loader runs its call of that number, counted from one.
    func waitForCall(_ number: Int) async {
        await wait { $0.running[number] != nil }
    }

    /// Waits until the call of that number was cancelled.
    func waitForCancellation(of number: Int) async {
        await wait { $0.cancelled.contains(number) }
    }

    /// Answers the call of that number, as soon as it runs.
    func answer(_ number: Int, _ value: Value) async {
        await finish(number, .success(value))
    }

    /// Fails the call of that number, as soon as it runs.
    func fail(_ number: Int, _ error: any Error) async {
        await finish(number, .failure(error))
    }

    private func finish(_ number: Int, _ result: Result<Value, any Error>) async {
        await waitForCall(number)
        state.withLock { $0.running.removeValue(forKey: number) }?.resume(returning: result)
    }

    private func wait(until isReady: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if isReady(state) { return true }
                state.observers.append((isReady, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func change(
        _ body: (inout State) -> CheckedContinuation<Result<Value, any Error>, Never>?
    ) -> CheckedContinuation<Result<Value, any Error>, Never>? {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            return (result, state.ready())
        }
        ready.forEach { $0.resume() }
        return result
    }
}
