import CacheManagement
import TestSupport
import Testing

@Suite("Batches")
struct BatchTests {
    let clock = ManualClock()
    let keys = (1...3).map { CacheKey($0, in: CacheScope.alice) }

    @Test("C28: of three keys one is found, one not, one fails: three results, and what was not found is remembered")
    func separateResults() async throws {
        let calls = Counter()
        let batches = BatchLoader<Int, String>(window: .seconds(1), clock: clock) { _, ids in
            calls.next()
            #expect(Set(ids).isSubset(of: [1, 2, 3]))
            return [1: .success("one"), 3: .failure(Failure(name: "three"))]
        }
        let cache = LoadingCache<Int, String>(
            name: "test",
            policy: CachePolicy(
                freshFor: .seconds(60), negativeFor: .seconds(60),
                classify: { $0 is MissingFromBatch ? .negative : .transient }),
            clock: clock, load: batches.load)
        let read = Task { await cache.results(for: keys) }
        await clock.waitForSleepers()
        while cache.inspect().flights.count < 3 { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        clock.advance(by: .seconds(1))
        let results = await read.value
        #expect(try results[keys[0]]?.get().value == "one")
        #expect(results[keys[1]]?.failure?.underlying as? MissingFromBatch == MissingFromBatch())
        #expect(results[keys[2]]?.failure?.underlying as? Failure == Failure(name: "three"))
        #expect(calls.count == 1)
        await #expect(throws: CacheError.self) { try await cache.value(for: keys[1]) }
        #expect(calls.count == 1)
    }

    @Test("keys of different scopes are never in one batch, and a full batch does not wait")
    func scopesAndLimit() async throws {
        let batches = BatchLoader<Int, String>(window: .seconds(3600), limit: 2, clock: clock) { scope, ids in
            Dictionary(uniqueKeysWithValues: ids.map { ($0, .success("\(scope.account)-\($0)")) })
        }
        let values = try await withThrowingTaskGroup(of: String.self) { group in
            for scope in [CacheScope.alice, .bob] {
                for id in 1...2 { group.addTask { try await batches.load(CacheKey(id, in: scope)) } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(values == ["alice-1", "alice-2", "bob-1", "bob-2"])
    }

    @Test("a cancelled caller leaves the others; when all are gone, the batch is cancelled")
    func cancellation() async throws {
        let started = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Void>.makeStream()
        let batches = BatchLoader<Int, String>(window: .zero, limit: 2, clock: clock) { [clock] _, ids in
            started.continuation.yield()
            defer { ended.continuation.yield() }
            try await clock.sleep(for: .seconds(10))
            return Dictionary(uniqueKeysWithValues: ids.map { ($0, .success("\($0)")) })
        }
        let callers = (1...2).map { id in Task { try await batches.load(CacheKey(id, in: .alice)) } }
        for await _ in started.stream { break }
        await clock.waitForSleepers()
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        clock.advance(by: .seconds(10))
        #expect(try await callers[1].value == "2")
        for await _ in ended.stream { break }

        let others = (1...2).map { id in Task { try await batches.load(CacheKey(id, in: .alice)) } }
        for await _ in started.stream { break }
        await clock.waitForSleepers()
        for other in others { other.cancel() }
        for other in others { await #expect(throws: CancellationError.self) { try await other.value } }
        for await _ in ended.stream { break }
    }

    @Test("an error of the whole batch reaches every caller")
    func failure() async {
        let batches = BatchLoader<Int, String>(window: .zero, limit: 2, clock: clock) { _, _ in throw Failure() }
        let callers = (1...2).map { id in Task { try await batches.load(CacheKey(id, in: .alice)) } }
        for caller in callers { await #expect(throws: Failure.self) { try await caller.value } }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
