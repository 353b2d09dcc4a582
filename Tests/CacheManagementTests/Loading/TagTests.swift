import CacheManagement
import TestSupport
import Testing

@Suite("Tags and prefixes")
struct TagTests {
    let loader = ManualLoader<String, Int>()
    let cache: LoadingCache<String, Int>

    init() {
        cache = LoadingCache(
            name: "test", policy: .forever,
            attributes: { key, value in
                // The tags follow the value: `products/<value>` moves with it.
                CacheAttributes(tags: [CacheTag("products").appending(value), CacheTag("lists").appending(key.id)])
            }, load: loader.load)
    }

    func isStale(_ key: CacheKey<String>) -> Bool? { cache.cachedValue(for: key)?.isStale }

    @Test("a tag reaches what carries it or a tag below it, and nothing else")
    func hierarchy() {
        let keys = ["a", "b", "c"].map { CacheKey($0, in: .alice) }
        for (value, key) in [1, 10, 2].enumerated().map({ ($1, keys[$0]) }) { cache.set(value, for: key) }
        cache.invalidate(tag: "products/1")
        #expect(keys.map(isStale) == [true, false, false])
        cache.invalidate(tag: "product")
        cache.invalidate(tag: "%")
        cache.invalidate(tag: "")
        #expect(keys.map(isStale) == [true, false, false])
        cache.invalidate(tag: "lists/b")
        #expect(keys.map(isStale) == [true, true, false])
        cache.invalidate(tag: "products")
        #expect(keys.map(isStale) == [true, true, true])
    }

    @Test("the tags of a replaced value no longer count, and a removed value has none")
    func replaced() {
        cache.set(1, for: .one)
        cache.set(2, for: .one)
        cache.invalidate(tag: "products/1")
        #expect(isStale(.one) == false)
        cache.remove(.one)
        cache.invalidate(tag: "products/2")
        #expect(isStale(.one) == nil)
    }

    @Test("a tag can be invalidated in one scope alone")
    func scoped() {
        let bobs = CacheKey("one", in: .bob)
        cache.set(1, for: .one)
        cache.set(1, for: bobs)
        cache.invalidate(tag: "products", in: .bob)
        #expect([isStale(.one), isStale(bobs)] == [false, true])
    }

    @Test(
        "C1: a first load that turns out to carry a tag that was invalidated meanwhile is not fresh, and observers get a second one"
    )
    func firstLoad() async throws {
        var updates = cache.updates(for: .one).makeAsyncIterator()
        let read = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        cache.invalidate(tag: "products")
        await loader.answer(1, 1)
        #expect(try await read.value == 1)
        await loader.answer(2, 2)
        while await updates.next()?.value != 2 {}
        #expect(isStale(.one) == false)
        #expect(loader.count == 2)
    }

    @Test("a load that was started after the tag was invalidated is fresh")
    func laterLoad() async throws {
        let other = Task { try await cache.value(for: .two) }
        await loader.waitForCall(1)
        cache.invalidate(tag: "products")
        let read = Task { try await cache.value(for: .one) }
        await loader.answer(2, 1)
        _ = try await read.value
        #expect(isStale(.one) == false)
        await loader.answer(1, 1)
        _ = try await other.value
        #expect(isStale(.two) == true)
    }

    @Test("evicted values leave no tags behind")
    func evicted() {
        let small = LoadingCache<Int, Int>(
            name: "test", policy: .forever, limits: CacheLimits(count: 10),
            attributes: { _, value in CacheAttributes(tags: [CacheTag("items").appending(value)]) },
            load: { $0.id })
        for id in 0..<1_000 { small.set(id, for: CacheKey(id, in: .alice)) }
        small.invalidate(tag: "items")
        let inspection = small.inspect()
        #expect(inspection.entries.count == 10)
        #expect(inspection.entries.allSatisfy { $0.isStale && $0.tags.count == 2 })
        #expect(small.tagCount == 10)
    }

    @Test("a burst of signals invalidates a tag once")
    func signals() async {
        let clock = ManualClock()
        let service = SignalService(window: .seconds(1), clock: clock)
        cache.set(1, for: .one)
        let binding = cache.invalidate(tag: "products", on: [.products], from: service)
        for _ in 0..<10 { service.send(.products) }
        #expect(isStale(.one) == false)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await service.waitUntilIdle()
        #expect(isStale(.one) == true)
        binding.cancel()
    }
}
