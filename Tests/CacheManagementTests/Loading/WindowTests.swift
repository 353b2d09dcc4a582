import CacheManagement
import TestSupport
import Testing

@Suite("Fresh, stale and negative windows, on an injected clock")
struct WindowTests {
    let clock = ManualClock()
    let loader = ManualLoader<String, Int>()

    func cache(_ policy: CachePolicy) -> LoadingCache<String, Int> {
        LoadingCache(name: "test", policy: policy, clock: clock, load: loader.load)
    }

    @Test("a value is fresh for its TTL, and loaded anew after it")
    func timeToLive() async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(10)))
        cache.set(1, for: .one)
        clock.advance(by: .milliseconds(9_999))
        let fresh = try await cache.result(for: .one)
        #expect((fresh.value, fresh.source, fresh.isStale) == (1, .memory, false))
        #expect(fresh.age == .milliseconds(9_999))
        clock.advance(by: .milliseconds(1))
        let read = Task { try await cache.result(for: .one) }
        await loader.answer(1, 2)
        let loaded = try await read.value
        #expect((loaded.value, loaded.source, loaded.age) == (2, .network, .zero))
    }

    @Test(
        "stale-while-revalidate: a stale value is returned at once while one load renews it; past the window it waits")
    func staleWhileRevalidate() async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(10), staleWhileRevalidate: .seconds(10)))
        cache.set(1, for: .one)
        clock.advance(by: .seconds(15))
        for _ in 0..<3 {
            let stale = try await cache.result(for: .one, policy: .staleWhileRevalidate)
            #expect((stale.value, stale.isStale) == (1, true))
        }
        await loader.answer(1, 2)
        await cache.waitUntilIdle()
        #expect(try await cache.value(for: .one, policy: .staleWhileRevalidate) == 2)
        #expect(loader.count == 1)
        clock.advance(by: .seconds(20))
        let read = Task { try await cache.value(for: .one, policy: .staleWhileRevalidate) }
        await loader.answer(2, 3)
        #expect(try await read.value == 3)
    }

    @Test(
        "C33: a stale value stands in for a failed load, inside its window",
        arguments: [FetchPolicy.cacheFirst, .networkFirst])
    func staleIfError(policy: FetchPolicy) async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(10), staleIfError: .seconds(50)))
        cache.set(1, for: .one)
        clock.advance(by: .seconds(59))
        let read = Task { try await cache.result(for: .one, policy: policy) }
        await loader.fail(1, Failure(name: "offline"))
        let stale = try await read.value
        #expect((stale.value, stale.isStale, stale.age) == (1, true, .seconds(59)))
        #expect(stale.error as? Failure == Failure(name: "offline"))
        clock.advance(by: .seconds(1))
        let late = Task { try await cache.result(for: .one, policy: policy) }
        await loader.fail(2, Failure(name: "offline"))
        await #expect(throws: CacheError.self) { try await late.value }
    }

    @Test("C33: networkOnly, and failures that the source meant, do not fall back on a stale value")
    func noFallback() async throws {
        let refused = Failure(name: "refused")
        let gone = Failure(name: "gone")
        let cache = cache(
            CachePolicy(
                freshFor: .seconds(10), staleIfError: .seconds(50),
                classify: {
                    ($0 as? Failure) == refused ? .permanent : ($0 as? Failure) == gone ? .negative : .transient
                }))
        cache.set(1, for: .one)
        clock.advance(by: .seconds(20))
        let only = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.fail(1, Failure())
        await #expect(throws: CacheError.self) { try await only.value }
        let permanent = Task { try await cache.value(for: .one) }
        await loader.fail(2, refused)
        await #expect(throws: CacheError.self) { try await permanent.value }
        #expect(cache.cachedValue(for: .one)?.value == 1)
        let negative = Task { try await cache.value(for: .one) }
        await loader.fail(3, gone)
        await #expect(throws: CacheError.self) { try await negative.value }
        #expect(cache.cachedValue(for: .one) == nil)
    }

    @Test("cacheOnly returns what is cached, marked if stale, and never loads")
    func cacheOnly() async throws {
        let cache = cache(CachePolicy(freshFor: .seconds(10), staleIfError: .seconds(50)))
        let error = await #expect(throws: CacheError.self) {
            try await cache.value(for: .one, policy: .cacheOnly)
        }
        #expect(error?.isNotCached == true)
        cache.set(1, for: .one)
        clock.advance(by: .seconds(20))
        #expect(try await cache.result(for: .one, policy: .cacheOnly).isStale)
        clock.advance(by: .seconds(40))
        await #expect(throws: CacheError.self) { try await cache.value(for: .one, policy: .cacheOnly) }
        #expect(loader.count == 0)
    }

    @Test("networkFirst and networkOnly load although a fresh value is there, and store what they load")
    func networkFirst() async throws {
        let cache = cache(.forever)
        for (number, policy) in [FetchPolicy.networkFirst, .networkOnly].enumerated() {
            let read = Task { try await cache.value(for: .one, policy: policy) }
            await loader.answer(number + 1, number)
            #expect(try await read.value == number)
            #expect(cache.cachedValue(for: .one)?.value == number)
        }
    }

    @Test("noStore neither reads, shares nor stores")
    func noStore() async throws {
        let cache = cache(.forever)
        cache.set(0, for: .one)
        let reads = (0..<2).map { _ in Task { try await cache.value(for: .one, policy: .noStore) } }
        await loader.answer(1, 1)
        await loader.answer(2, 2)
        #expect(Set([try await reads[0].value, try await reads[1].value]) == [1, 2])
        #expect(cache.cachedValue(for: .one)?.value == 0)
    }

    @Test("a disabled cache loads for each read and keeps nothing")
    func disabled() async throws {
        let cache = cache(.disabled)
        cache.set(0, for: .one)
        let reads = (0..<3).map { _ in Task { try await cache.value(for: .one) } }
        for number in 1...3 { await loader.answer(number, number) }
        for read in reads { _ = try await read.value }
        #expect(loader.count == 3)
        #expect(cache.inspect().entries.isEmpty)
        #expect(try await cache.optimisticUpdate(of: .one, apply: { $0 + 1 }, commit: { 7 }) == 7)
        await #expect(throws: CacheError.self) { try await cache.value(for: .one, policy: .cacheOnly) }
    }

    @Test("a value with a disabled policy of its own is delivered and not kept; a memory-only one is kept")
    func ownPolicy() async throws {
        var memoryOnly = CachePolicy(freshFor: .seconds(10))
        memoryOnly.storage = .memoryOnly
        let policies: [String: CachePolicy] = ["one": .disabled, "two": memoryOnly]
        let cache = LoadingCache<String, Int>(
            name: "test", attributes: { key, _ in CacheAttributes(policy: policies[key.id]) }, clock: clock,
            load: loader.load)
        for (number, key) in [CacheKey<String>.one, .two].enumerated() {
            let read = Task { try await cache.value(for: key) }
            await loader.answer(number + 1, number)
            #expect(try await read.value == number)
        }
        #expect(cache.cachedValue(for: .one) == nil)
        #expect(cache.cachedValue(for: .two)?.value == 1)
        clock.advance(by: .seconds(10))
        #expect(cache.cachedValue(for: .two) == nil)
    }

    @Test("C31: with jitter, values that were written together do not expire together, and each keeps its time")
    func jitter() {
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: CachePolicy(freshFor: .seconds(100), jitter: 0.5), clock: clock
        ) { $0.id }
        for id in 0..<1_000 { cache.set(id, for: CacheKey(id, in: .alice)) }
        func fresh() -> Set<Int> {
            Set((0..<1_000).filter { cache.cachedValue(for: CacheKey($0, in: .alice)) != nil })
        }
        clock.advance(by: .seconds(49))
        var before = fresh()
        #expect(before.count == 1_000)
        for _ in 0..<52 {
            clock.advance(by: .seconds(1))
            let now = fresh()
            #expect(now.isSubset(of: before))
            #expect(before.count - now.count <= 40)
            before = now
        }
        #expect(before.isEmpty)
    }

    @Test("C31: at 10 percent no second of the ten sees more than 15 percent, and the same seed gives the same times")
    func jitterOfTen() {
        let policy = {
            var policy = CachePolicy(freshFor: .seconds(100), jitter: 0.1)
            policy.jitterSeed = 7
            return policy
        }()
        let caches = (0..<2).map { _ in
            LoadingCache<Int, Int>(name: "test", policy: policy, clock: clock) { $0.id }
        }
        for cache in caches { for id in 0..<1_000 { cache.set(id, for: CacheKey(id, in: .alice)) } }
        clock.advance(by: .seconds(89))
        var left = 1_000
        for _ in 0..<11 {
            clock.advance(by: .seconds(1))
            let fresh = caches.map { cache in
                (0..<1_000).filter { cache.cachedValue(for: CacheKey($0, in: .alice)) != nil }
            }
            #expect(fresh[0] == fresh[1])
            #expect(left - fresh[0].count <= 150)
            left = fresh[0].count
        }
        #expect(left == 0)
    }

    @Test("C32: a loader that is slower than the polling interval still brings a new value each time")
    func slowLoader() async throws {
        let cache = cache(.forever)
        var updates = cache.updates(for: .one).makeAsyncIterator()
        for round in 1...5 {
            for _ in 0..<5 {
                cache.refreshObserved(staleOnly: false)
                clock.advance(by: .seconds(1))
            }
            await loader.answer(round, round)
            #expect(await updates.next()?.value == round)
            await cache.waitUntilIdle()
        }
        #expect(loader.count == 5)
    }

    @Test("C35, C36: ages are measured on the injected clock, which is continuous and not a wall clock by default")
    func clocks() async throws {
        // A wall clock that jumps has nothing to act on: no date is read anywhere. The default clock is proven by type.
        let cache = LoadingCache<String, Int>(name: "test") { _ in 1 }
        #expect(cache.usesContinuousClock)
        let other = self.cache(CachePolicy(freshFor: .seconds(10)))
        other.set(1, for: .one)
        clock.advance(by: .seconds(9))
        #expect(other.cachedValue(for: .one)?.isStale == false)
        clock.advance(by: .seconds(2))
        #expect(other.cachedValue(for: .one) == nil)
    }

    @Test(
        "C38: a TTL without end neither overflows nor ends",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 2)])
    func endless(ttl: Duration) async throws {
        let cache = cache(
            CachePolicy(freshFor: ttl, staleWhileRevalidate: ttl, staleIfError: ttl, negativeFor: ttl, linger: ttl))
        clock.advance(by: .seconds(1))
        cache.set(1, for: .one)
        clock.advance(by: .seconds(200 * 365 * 86_400))
        #expect(try await cache.value(for: .one) == 1)
        #expect(cache.cachedValue(for: .one)?.isStale == false)
        cache.invalidate(.one)
        #expect(cache.cachedValue(for: .one)?.isStale == true)
    }

    @Test("negative durations count as zero")
    func negativeDurations() async throws {
        let cache = cache(
            CachePolicy(freshFor: .seconds(-5), staleWhileRevalidate: .seconds(-5), staleIfError: .seconds(-5)))
        cache.set(1, for: .one)
        #expect(cache.cachedValue(for: .one) == nil)
    }
}
