import CacheManagement
import TestSupport
import Testing

@Suite("Single flight and cancellation")
struct SingleFlightTests {
    let loader = ManualLoader<String, Int>()
    let clock = ManualClock()

    func cache(_ policy: CachePolicy = .forever) -> LoadingCache<String, Int> {
        LoadingCache(name: "test", policy: policy, clock: clock, load: loader.load)
    }

    @Test("C17, N48: cancelling one of ten waiters leaves nine")
    func oneCancelled() async throws {
        let cache = cache()
        let waiters = (0..<10).map { _ in Task { try await cache.value(for: .one) } }
        await cache.waitForWaiters(10, of: .one)
        waiters[0].cancel()
        let error = await #expect(throws: CacheError.self) { try await waiters[0].value }
        #expect(error?.isCancelled == true)
        await loader.answer(1, 1)
        for waiter in waiters.dropFirst() { #expect(try await waiter.value == 1) }
        #expect(loader.count == 1)
    }

    @Test("C19: a failing loader fails every waiter, with its own error")
    func failure() async throws {
        let cache = cache()
        let waiters = (0..<10).map { _ in Task { try await cache.value(for: .one) } }
        await cache.waitForWaiters(10, of: .one)
        await loader.fail(1, Failure(name: "offline"))
        for waiter in waiters {
            let error = await #expect(throws: CacheError.self) { try await waiter.value }
            #expect(error?.underlying as? Failure == Failure(name: "offline"))
        }
        #expect(loader.count == 1)
    }

    @Test("C20, N47: every waiter is resumed once, also one that joins at the moment of completion")
    func joinAtCompletion() async throws {
        let cache = LoadingCache<Int, Int>(name: "test", policy: CachePolicy(freshFor: .zero)) { $0.id }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<10_000 {
                group.addTask { try await cache.value(for: CacheKey(index % 8, in: .alice)) == index % 8 }
            }
            var right = 0
            for try await isRight in group where isRight { right += 1 }
            #expect(right == 10_000)
        }
        #expect(cache.inspect().flights.isEmpty)
    }

    @Test("C21: load, cancel, load: the second load succeeds")
    func loadCancelLoad() async throws {
        let cache = cache()
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        first.cancel()
        let second = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
        await #expect(throws: CacheError.self) { try await first.value }
    }

    @Test("C22: the last waiter to leave cancels the load")
    func lastWaiter() async throws {
        let cache = cache()
        let waiters = (0..<2).map { _ in Task { try await cache.value(for: .one) } }
        await cache.waitForWaiters(2, of: .one)
        await loader.waitForCall(1)
        waiters[0].cancel()
        _ = await waiters[0].result
        #expect(loader.cancelled.isEmpty)
        waiters[1].cancel()
        await loader.waitForCancellation(of: 1)
        _ = await waiters[1].result
        #expect(cache.inspect().entries.isEmpty)
    }

    @Test("C22: with a linger the load goes on, a re-join is free, and in the end it is cancelled")
    func linger() async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(60), linger: .seconds(5)))
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        first.cancel()
        _ = await first.result
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        #expect(loader.cancelled.isEmpty)
        let second = Task { try await cache.value(for: .one) }
        await cache.waitForWaiters(1, of: .one)
        clock.advance(by: .seconds(2))
        await loader.answer(1, 1)
        #expect(try await second.value == 1)
        #expect(loader.count == 1)

        // Whoever comes back and leaves again starts the linger anew.
        let other = CacheKey("three", in: CacheScope.alice)
        for number in 1...2 {
            let read = Task { try await cache.value(for: other) }
            await cache.waitForWaiters(1, of: other)
            await loader.waitForCall(2)
            read.cancel()
            _ = await read.result
            await clock.waitForSleepers(number)
            if number == 1 { clock.advance(by: .seconds(4)) }
        }
        clock.advance(by: .seconds(4))
        while clock.sleeperCount > 1 { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(loader.cancelled.isEmpty)
        clock.advance(by: .seconds(1))
        await loader.waitForCancellation(of: 2)

        let third = Task { try await cache.value(for: .two) }
        await loader.waitForCall(3)
        third.cancel()
        _ = await third.result
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        await loader.waitForCancellation(of: 3)
    }

    @Test("C23: a caller that is already cancelled throws at once and loads nothing")
    func alreadyCancelled() async throws {
        let cache = cache()
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await #expect(throws: CacheError.self) { try await cache.value(for: .one) }
        }.value
        #expect(error?.isCancelled == true)
        #expect(loader.count == 0)
    }

    @Test("C24: a cancelled waiter returns at once while the load goes on")
    func cancelledWaiterReturns() async throws {
        let cache = cache()
        let other = Task { try await cache.value(for: .one) }
        let waiter = Task { try await cache.value(for: .one) }
        await cache.waitForWaiters(2, of: .one)
        waiter.cancel()
        _ = await waiter.result
        #expect(cache.isLoading(.one))
        await loader.answer(1, 1)
        #expect(try await other.value == 1)
    }

    @Test("C25: a TTL of zero still shares a load that is under way")
    func zeroTTL() async throws {
        let cache = cache(CachePolicy(freshFor: .zero))
        let first = Task { try await cache.value(for: .one) }
        let second = Task { try await cache.value(for: .one) }
        await cache.waitForWaiters(2, of: .one)
        await loader.answer(1, 1)
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
        let third = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await third.value == 2)
    }

    @Test("C26: a hundred concurrent misses make one load")
    func concurrentMisses() async throws {
        let calls = Counter()
        let cache = LoadingCache<String, Int>(name: "test") { _ in
            await Task.yield()
            return calls.next()
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await cache.value(for: .one) } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(calls.count == 1)
    }

    @Test("C27: a failure is not kept")
    func failureIsNotKept() async throws {
        let cache = cache()
        let first = Task { try await cache.value(for: .one) }
        await loader.fail(1, Failure())
        await #expect(throws: CacheError.self) { try await first.value }
        let second = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
    }

    @Test("C27: a failure that the policy calls negative is kept for its time, and no longer")
    func negative() async throws {
        var policy = CachePolicy(freshFor: .seconds(60), negativeFor: .seconds(5))
        policy.classify = { $0 is Failure ? .negative : .transient }
        let cache = cache(policy)
        let first = Task { try await cache.value(for: .one) }
        await loader.fail(1, Failure(name: "no such thing"))
        await #expect(throws: CacheError.self) { try await first.value }
        clock.advance(by: .seconds(4.9))
        let error = await #expect(throws: CacheError.self) { try await cache.value(for: .one) }
        #expect(error?.underlying as? Failure == Failure(name: "no such thing"))
        #expect(loader.count == 1)
        clock.advance(by: .seconds(0.1))
        let second = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
    }

    @Test("C27: a cancelled load is never a negative answer")
    func cancellationIsNotNegative() async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(60), negativeFor: .seconds(5), classify: { _ in .negative }))
        let first = Task { try await cache.value(for: .one) }
        await loader.fail(1, CancellationError())
        let error = await #expect(throws: CacheError.self) { try await first.value }
        #expect(error?.underlying is CancellationError)
        let second = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
    }

    @Test("C29: a value that cannot be decoded reaches every waiter as an error")
    func decodingFailure() async throws {
        let cache = cache()
        let waiters = (0..<5).map { _ in Task { try await cache.value(for: .one) } }
        await cache.waitForWaiters(5, of: .one)
        await loader.fail(1, DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no number")))
        for waiter in waiters {
            let error = await #expect(throws: CacheError.self) { try await waiter.value }
            #expect(error?.underlying is DecodingError)
        }
        #expect(!cache.isLoading(.one))
    }

    @Test("reads of different policies share a load")
    func policiesShare() async throws {
        let cache = cache()
        let policies: [FetchPolicy] = [.cacheFirst, .staleWhileRevalidate, .networkFirst, .networkOnly]
        let waiters = policies.map { policy in Task { try await cache.value(for: .one, policy: policy) } }
        await cache.waitForWaiters(4, of: .one)
        await loader.answer(1, 1)
        for waiter in waiters { #expect(try await waiter.value == 1) }
        #expect(loader.count == 1)
    }

    @Test("a thousand callers of each of a hundred keys make one load a key")
    func manyKeys() async throws {
        let calls = Counter()
        let cache = LoadingCache<Int, Int>(name: "test") { key in
            calls.next()
            await Task.yield()
            return key.id
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    for id in 0..<100 {
                        let value = try await cache.value(for: CacheKey(id, in: .alice))
                        #expect(value == id)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(calls.count == 100)
    }
}
