import CacheManagement
import Synchronization

/// What screens and repositories pay: hits from the main actor, callers of one load, observers of one key.
@MainActor
func loadingBenchmarks(_ report: inout Report) async throws {
    report.progress("hits from the main actor")
    report.add("hit_main_actor", try await compareHitsFromMainActor(), maximumRatio: 1.0 / 30)
    report.note("hit_main_actor: LoadingCache.value(for:), baseline is a dictionary in an actor; both are awaited.")

    report.progress("ten thousand callers of one load")
    let callers = 10_000
    let calls = Mutex(0)
    let coalesce = try await Stopwatch.compare(rounds: 11, operations: callers) {
        let joined = try await joinOneLoad(callers: callers)
        calls.withLock { $0 = max($0, joined) }
    } baseline: {
        try await joinOneTask(callers: callers)
    }
    report.add("coalesce", coalesce)
    let most = Double(calls.withLock { $0 })
    report.add(
        BenchmarkResult(
            name: "coalesce_loader_calls", value: most, unit: "calls",
            goal: .init(text: "exactly 1", isMet: most == 1)))
    report.note("coalesce: time a caller; baseline is an actor that keeps a Task, whose waiters cannot be cancelled.")

    report.progress("a hundred observers")
    report.add("updates", try await compareFanOut(observers: 100))
    report.note(
        "updates: from a change until each of 100 observers has it, a delivery; baseline is plain AsyncStreams.")
}

private let scope = CacheScope(account: "benchmark", dataSource: "mock")

// MARK: Hits

private actor ActorDictionary {
    private let content: [CacheKey<Int>: Int]

    init(_ content: [CacheKey<Int>: Int]) { self.content = content }

    func value(for key: CacheKey<Int>) -> Int? { content[key] }
}

@MainActor
private func compareHitsFromMainActor() async throws -> Comparison {
    let keys = (0..<1_000).map { CacheKey($0, in: scope) }
    let cache = LoadingCache<Int, Int>(name: "hits", limits: CacheLimits(count: keys.count)) { $0.id }
    for key in keys { cache.set(key.id, for: key) }
    let dictionary = ActorDictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.id) }))
    return try await Stopwatch.compare(rounds: 11, operations: keys.count) {
        var sum = 0
        for key in keys { sum &+= try await cache.value(for: key) }
        keep(sum)
    } baseline: {
        var sum = 0
        for key in keys { sum &+= await dictionary.value(for: key) ?? 0 }
        keep(sum)
    }
}

// MARK: Callers of one load

/// Lets many callers wait for one load (in tasks of their own: a task group takes longer than the cache), which ends when all have joined; returns how often the loader was called.
private func joinOneLoad(callers: Int) async throws -> Int {
    let calls = Mutex(0)
    let key = CacheKey(1, in: scope)
    let gate = Gate()
    let cache = LoadingCache<Int, Int>(name: "coalesce") { key in
        calls.withLock { $0 += 1 }
        await gate.wait()
        return key.id
    }
    let tasks = (0..<callers).map { _ in Task { try await cache.value(for: key) } }
    while cache.statistics.joins < callers - 1 { try await Task.sleep(for: .microseconds(100)) }
    gate.open()
    for task in tasks { keep(try await task.value) }
    return calls.withLock { $0 }
}

/// The same by the means that is at hand: a dictionary of tasks in an actor.
private func joinOneTask(callers: Int) async throws {
    let gate = Gate()
    let loads = ActorTasks()
    let tasks = (0..<callers).map { _ in
        Task {
            await loads.value(for: 1) {
                await gate.wait()
                return 1
            }
        }
    }
    while await loads.joins < callers - 1 { try await Task.sleep(for: .microseconds(100)) }
    gate.open()
    for task in tasks { keep(await task.value) }
}

private actor ActorTasks {
    private var tasks: [Int: Task<Int, Never>] = [:]
    private(set) var joins = 0

    func value(for key: Int, load: @escaping @Sendable () async -> Int) async -> Int {
        if let task = tasks[key] {
            joins += 1
            return await task.value
        }
        let task = Task { await load() }
        tasks[key] = task
        return await task.value
    }
}

/// Keeps who waits until it is opened.
private final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}

// MARK: Observers

private func compareFanOut(observers: Int) async throws -> Comparison {
    let key = CacheKey(1, in: scope)
    let cache = LoadingCache<Int, Int>(name: "updates") { $0.id }
    cache.set(0, for: key)
    let candidate = FanOut(streams: (0..<observers).map { _ in cache.updates(for: key) })

    let pairs = (0..<observers).map { _ in AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1)) }
    let continuations = pairs.map(\.continuation)
    continuations.forEach { $0.yield(0) }
    let baseline = FanOut(streams: pairs.map(\.stream))

    // Each observer is told the current value first.
    await candidate.arrivals()
    await baseline.arrivals()
    let changes = 50
    var number = 0
    let comparison = await Stopwatch.compare(rounds: 11, operations: changes * observers) {
        for _ in 0..<changes {
            number += 1
            cache.set(number, for: key)
            await candidate.arrivals()
        }
    } baseline: {
        for _ in 0..<changes {
            number += 1
            for continuation in continuations { continuation.yield(number) }
            await baseline.arrivals()
        }
    }
    candidate.cancel()
    baseline.cancel()
    return comparison
}

/// Observers of one thing, each a task over its own stream.
private final class FanOut: Sendable {
    private struct State {
        var arrived = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let count: Int
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init<Element: Sendable>(streams: [AsyncStream<Element>]) {
        count = streams.count
        let tasks = streams.map { stream in
            Task { for await _ in stream { self.arrive() } }
        }
        self.tasks.withLock { $0 = tasks }
    }

    /// Waits until each observer has one more element.
    func arrivals() async {
        await withCheckedContinuation { continuation in
            let waiter = state.withLock { state in
                state.waiter = continuation
                return takeWaiter(&state)
            }
            waiter?.resume()
        }
    }

    func cancel() {
        tasks.withLock { $0.forEach { $0.cancel() } }
    }

    private func arrive() {
        let waiter = state.withLock { state in
            state.arrived += 1
            return takeWaiter(&state)
        }
        waiter?.resume()
    }

    private func takeWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.arrived >= count, let waiter = state.waiter else { return nil }
        state.arrived -= count
        state.waiter = nil
        return waiter
    }
}
