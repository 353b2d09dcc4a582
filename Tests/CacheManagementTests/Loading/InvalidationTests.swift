import CacheManagement
import TestSupport
import Testing

@Suite("Invalidation and clearing against loads under way")
struct InvalidationTests {
    let loader = ManualLoader<String, Int>()
    let cache: LoadingCache<String, Int>

    init() {
        cache = LoadingCache(name: "test", policy: .forever, load: loader.load)
    }

    @Test("C1: an invalidation during the first load is not lost")
    func firstLoad() async throws {
        var updates = cache.updates(for: .one).makeAsyncIterator()
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        cache.invalidate(.one)
        await loader.answer(1, 1)
        #expect(try await first.value == 1)
        #expect(await updates.next()?.value == 1)
        await loader.answer(2, 2)
        #expect(await updates.next()?.value == 2)
        #expect(try await cache.value(for: .one) == 2)
        #expect(loader.count == 2)
    }

    @Test("C1: what was loading when it was invalidated is not fresh")
    func notFresh() async throws {
        let first = Task { try await cache.result(for: .one) }
        await loader.waitForCall(1)
        cache.invalidate(.one)
        await loader.answer(1, 1)
        #expect(try await first.value.isStale)
        #expect(cache.cachedValue(for: .one)?.isStale == true)
        let second = Task { try await cache.value(for: .one) }
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
    }

    @Test("C2: five invalidations during one load make one more")
    func oneTrailingLoad() async throws {
        var updates = cache.updates(for: .one).makeAsyncIterator()
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        for _ in 0..<5 { cache.invalidate(.one) }
        await loader.answer(1, 1)
        await loader.answer(2, 2)
        #expect(try await first.value == 1)
        while await updates.next()?.value != 2 {}
        await cache.waitUntilIdle()
        #expect(loader.count == 2)
    }

    @Test("C3: a refresh that ends after a removal or an invalidation does not bring the value back")
    func refresh() async throws {
        cache.set(1, for: .one)
        let refresh = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.waitForCall(1)
        cache.remove(.one)
        await loader.answer(1, 2)
        #expect(try await refresh.value == 2)
        #expect(cache.cachedValue(for: .one) == nil)

        let second = Task { try await cache.value(for: .one) }
        await loader.waitForCall(2)
        cache.invalidate(.one)
        await loader.answer(2, 3)
        _ = try await second.value
        let third = Task { try await cache.value(for: .one) }
        await loader.answer(3, 4)
        #expect(try await third.value == 4)
    }

    @Test("C5: a read after a clear or an invalidation does not join the old load", arguments: [true, false])
    func newRead(clears: Bool) async throws {
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        if clears { try await cache.clear(.alice) } else { cache.invalidate(.one) }
        let second = Task { try await cache.value(for: .one) }
        await loader.waitForCall(2)
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
        if clears {
            await #expect(throws: CacheError.self) { try await first.value }
        } else {
            // The first reader was there before the second load: it gets what is newest by now.
            await loader.answer(1, 1)
            #expect(try await first.value == 2)
        }
        #expect(try await cache.value(for: .one) == 2)
        #expect(loader.count == 2)
    }

    @Test("C6: after a logout, the old account's late response is stored nowhere")
    func logout() async throws {
        let bobs = CacheKey("one", in: .bob)
        // A loader that does not notice that its task is cancelled.
        let stubborn = LoadingCache<String, Int>(name: "test", policy: .forever) { [loader] key in
            try await Task { try await loader.load(key) }.value
        }
        let first = Task { try await stubborn.value(for: .one) }
        await loader.waitForCall(1)
        try await stubborn.clear(.alice)
        let error = await #expect(throws: CacheError.self) { try await first.value }
        #expect(error?.isCleared == true)
        let second = Task { try await stubborn.value(for: bobs) }
        await loader.waitForCall(2)
        await loader.answer(1, 1)
        await loader.answer(2, 2)
        #expect(try await second.value == 2)
        #expect(stubborn.cachedValue(for: .one) == nil)
        #expect(stubborn.inspect().entries.count == 1)
    }

    @Test("C7: a clear ends the retries of a loader")
    func retries() async throws {
        let clock = ManualClock()
        let calls = Counter()
        let cache = LoadingCache<String, Int>(name: "test", clock: clock) { _ in
            while true {
                calls.next()
                try await clock.sleep(for: .seconds(1))
            }
        }
        let read = Task { try await cache.value(for: .one) }
        await clock.waitForSleepers()
        try await cache.clear(.alice)
        await #expect(throws: CacheError.self) { try await read.value }
        while clock.sleeperCount > 0 { await Task.yield() }
        clock.advance(by: .seconds(3600))
        #expect(calls.count == 1)
        #expect(cache.inspect().entries.isEmpty)
    }

    @Test("C8: the same identifier in two scopes is two keys")
    func scopes() {
        #expect(CacheKey("one", in: .alice) != CacheKey("one", in: .bob))
        #expect(
            CacheKey("one", in: CacheScope(account: "alice", dataSource: "mock"))
                != CacheKey("one", in: CacheScope(account: "alice", dataSource: "real")))
        cache.set(1, for: .one)
        #expect(cache.cachedValue(for: CacheKey("one", in: .bob)) == nil)
    }

    @Test("C9: clearing one scope leaves the entries, loads and waiters of others alone")
    func otherScope() async throws {
        let bobs = CacheKey("one", in: .bob)
        let bobsOther = CacheKey("two", in: .bob)
        cache.set(1, for: bobsOther)
        let read = Task { try await cache.value(for: bobs) }
        await loader.waitForCall(1)
        try await cache.clear(.alice)
        await loader.answer(1, 2)
        #expect(try await read.value == 2)
        #expect(try await cache.value(for: bobsOther) == 1)
        #expect(loader.cancelled.isEmpty)
    }

    @Test("C11: an arriving response does not hide that the value was invalidated meanwhile")
    func invalidatedFlag() async throws {
        cache.set(1, for: .one)
        let read = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.waitForCall(1)
        cache.invalidate(.one)
        await loader.answer(1, 2)
        #expect(try await read.value == 2)
        #expect(cache.cachedValue(for: .one)?.isStale == true)
    }

    @Test("C13: each observer is told once that the value is gone, before any later value")
    func observersAreTold() async throws {
        cache.set(1, for: .one)
        var observers = (0..<3).map { _ in cache.updates(for: .one).makeAsyncIterator() }
        for index in observers.indices { #expect(await observers[index].next()?.value == 1) }
        try await cache.clear(.alice)
        cache.set(2, for: .one)
        for index in observers.indices {
            guard case .cleared? = await observers[index].next() else {
                Issue.record("not told of the clear")
                continue
            }
            #expect(await observers[index].next()?.value == 2)
        }
        cache.remove(.one)
        for index in observers.indices {
            guard case .removed? = await observers[index].next() else {
                Issue.record("not told of the removal")
                continue
            }
        }
    }

    @Test("C13: a value that was not taken before the clear is never delivered")
    func untakenValue() async throws {
        var updates = cache.updates(for: .one).makeAsyncIterator()
        cache.set(1, for: .one)
        try await cache.clear(.alice)
        guard case .cleared? = await updates.next() else {
            Issue.record("not told of the clear")
            return
        }
    }

    @Test("C14: a read that starts after a clear has returned is a miss")
    func readAfterClear() async throws {
        cache.set(1, for: .one)
        try await cache.clear(.alice)
        await #expect(throws: CacheError.self) { try await cache.value(for: .one, policy: .cacheOnly) }
        let read = Task { try await cache.value(for: .one) }
        await loader.answer(1, 2)
        #expect(try await read.value == 2)
    }

    @Test("C15: an invalidation never looks like a cancellation to a waiter; a clear is a clear")
    func innocentWaiter() async throws {
        let first = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        cache.invalidate(.one)
        await loader.answer(1, 1)
        #expect(try await first.value == 1)

        let second = Task { try await cache.value(for: .one) }
        await loader.waitForCall(2)
        try await cache.clearAll()
        let error = await #expect(throws: CacheError.self) { try await second.value }
        #expect(error?.isCleared == true)
    }

    @Test("C16: nothing is loading after a cancelled read")
    func notLoadingForEver() async throws {
        cache.set(1, for: .one)
        cache.invalidate(.one)
        let read = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        #expect(cache.isLoading(.one))
        read.cancel()
        await #expect(throws: CacheError.self) { try await read.value }
        #expect(!cache.isLoading(.one))
        #expect(cache.cachedValue(for: .one)?.value == 1)
    }
}

extension CacheError {
    var isCleared: Bool { if case .cleared = self { true } else { false } }
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
    var isNotCached: Bool { if case .notCached = self { true } else { false } }
}
