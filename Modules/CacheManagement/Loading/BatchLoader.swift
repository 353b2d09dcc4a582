import ModuleSupport

/// Collects loads of single keys into loads of many.
///
/// ```swift
/// let batches = BatchLoader<String, Product> { scope, ids in try await service.products(ids) }
/// let cache = LoadingCache(name: "products", load: batches.load)
/// ```
///
/// The keys of one scope that are asked for within a short time of each other are loaded together, each once. Every
/// caller gets the result of its own key. A caller that is cancelled returns at once; when all callers of a batch are
/// gone, its load is cancelled. Safe to use from any thread or actor.
public final class BatchLoader<ID: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Loads many values of one scope. What it leaves out was not found; what it throws fails all.
    public typealias Load = @Sendable (CacheScope, [ID]) async throws -> [ID: Result<Value, any Error>]

    private typealias Waiter = CheckedContinuation<Result<Value, any Error>, Never>

    private struct State: Sendable {
        var nextID: UInt64 = 0
        /// The batch of each scope that still takes keys.
        var open: [CacheScope: UInt64] = [:]
        var batches: [UInt64: Batch] = [:]

        mutating func newID() -> UInt64 {
            nextID += 1
            return nextID
        }

        /// Takes a batch out.
        mutating func close(_ id: UInt64) -> Batch? {
            guard let batch = batches.removeValue(forKey: id) else { return nil }
            if open[batch.scope] == id { open[batch.scope] = nil }
            return batch
        }
    }

    private struct Batch: Sendable {
        let scope: CacheScope
        var waiters: [UInt64: (id: ID, waiter: Waiter)] = [:]
        var isRunning = false
        var task: Task<Void, Never>?
    }

    /// What follows from a key's joining a batch.
    private enum Joining {
        case waits
        case opened(UInt64)
        case filled(UInt64)
        case isCancelled
    }

    private let window: Duration
    private let limit: Int
    private let clock: any Clock<Duration>
    private let loadMany: Load
    private let state = Locked(State())

    /// A loader that waits `window` for more keys after the first, or until there are `limit`.
    public init(
        window: Duration = .milliseconds(2), limit: Int = 100, clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Load
    ) {
        self.window = window
        self.limit = max(1, limit)
        self.clock = clock
        loadMany = load
    }

    /// Loads one value, together with others.
    ///
    /// - Throws: the error of its own key, ``MissingFromBatch`` when the batch has no result for it, the error of the
    ///   whole batch, or `CancellationError`.
    public func load(_ key: CacheKey<ID>) async throws -> Value {
        let number = state.withLock { $0.newID() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { join(key, number, $0) }
        } onCancel: {
            leave(number)
        }.get()
    }

    private func join(_ key: CacheKey<ID>, _ number: UInt64, _ waiter: Waiter) {
        let outcome = state.withLock { state -> Joining in
            if Task.isCancelled { return .isCancelled }
            let open = state.open[key.scope]
            let id = open ?? state.newID()
            state.open[key.scope] = id
            state.batches[id, default: Batch(scope: key.scope)].waiters[number] = (key.id, waiter)
            if state.batches[id]?.waiters.count == limit { return .filled(id) }
            return open == nil ? .opened(id) : .waits
        }
        switch outcome {
        case .waits: break
        case .opened(let id):
            Task { [clock, window] in
                try? await clock.sleep(for: window)
                self.start(id)
            }
        case .filled(let id): start(id)
        case .isCancelled: waiter.resume(returning: .failure(CancellationError()))
        }
    }

    /// Takes a cancelled caller out, and ends the batch with the last one.
    private func leave(_ number: UInt64) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let id = state.batches.first(where: { $0.value.waiters[number] != nil })?.key else {
                return (nil, nil)
            }
            let waiter = state.batches[id]?.waiters.removeValue(forKey: number)?.waiter
            guard state.batches[id]?.waiters.isEmpty == true else { return (waiter, nil) }
            return (waiter, state.close(id)?.task)
        }
        waiter?.resume(returning: .failure(CancellationError()))
        task?.cancel()
    }

    /// Loads a batch, once: at the end of its window or with the last key that fits, whichever is first.
    private func start(_ id: UInt64) {
        let batch = state.withLock { state -> Batch? in
            guard let batch = state.batches[id], !batch.isRunning else { return nil }
            state.batches[id]?.isRunning = true
            if state.open[batch.scope] == id { state.open[batch.scope] = nil }
            return batch
        }
        guard let batch else { return }
        let task = Task { await self.load(id, batch.scope, Set(batch.waiters.values.map(\.id))) }
        let isWanted = state.withLock { state in
            state.batches[id]?.task = task
            return state.batches[id] != nil
        }
        if !isWanted { task.cancel() }
    }

    private func load(_ id: UInt64, _ scope: CacheScope, _ ids: Set<ID>) async {
        let results: Result<[ID: Result<Value, any Error>], any Error>
        do {
            results = .success(try await loadMany(scope, Array(ids)))
        } catch {
            results = .failure(error)
        }
        let waiters = state.withLock { $0.close(id)?.waiters ?? [:] }
        for (id, waiter) in waiters.values {
            waiter.resume(returning: results.flatMap { $0[id] ?? .failure(MissingFromBatch()) })
        }
    }
}

/// A batch was loaded and had no result for the key. A policy may call this ``LoadFailure/negative``.
public struct MissingFromBatch: Error, Sendable, Equatable {
    /// The error.
    public init() {}
}
