import CacheManagement
import Testing

@Suite struct LoadingCacheTests {
    let scope = CacheScope(account: "alice", dataSource: "mock")

    @Test("a fresh value is returned without a second load")
    func freshValue() async throws {
        let loads = Counter()
        let cache = LoadingCache<String, Int>(name: "numbers") { _ in loads.next() }
        let key = CacheKey("one", in: scope)
        #expect(try await cache.value(for: key) == 1)
        #expect(try await cache.value(for: key) == 1)
        cache.invalidate(key)
        #expect(cache.cachedValue(for: key)?.isStale == true)
        #expect(try await cache.value(for: key) == 2)
        try await cache.clear(scope)
        #expect(cache.cachedValue(for: key) == nil)
        #expect(try await cache.value(for: key) == 3)
    }

    @Test("observers see the optimistic value, and the old one again when the commit fails")
    func optimistic() async throws {
        struct Refused: Error {}
        let cache = LoadingCache<String, Int>(name: "numbers") { _ in 1 }
        let key = CacheKey("one", in: scope)
        _ = try await cache.value(for: key)
        var updates = cache.updates(for: key).makeAsyncIterator()
        #expect(await updates.next()?.value == 1)
        await #expect(throws: CacheError.self) {
            try await cache.optimisticUpdate(of: key) {
                $0 + 1
            } commit: {
                throw Refused()
            }
        }
        #expect(await updates.next()?.value == 1)
    }
}
