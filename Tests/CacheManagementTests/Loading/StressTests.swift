import CacheManagement
import TestSupport
import Testing

@Suite("Many tasks on one cache")
struct StressTests {
    @Test("C78: whatever eight tasks do to four keys at the same time, everyone is answered and nothing is left behind")
    func everything() async throws {
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: CachePolicy(freshFor: .microseconds(50), staleIfError: .seconds(1)),
            limits: CacheLimits(count: 3),
            attributes: { key, _ in CacheAttributes(tags: [CacheTag("keys").appending(key.id)]) }
        ) { key in
            await Task.yield()
            if key.id == 3 { throw Failure() }
            return key.id
        }
        let wrong = Counter()
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<8 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(seed))
                    for _ in 0..<300 { await Self.act(on: cache, &random, wrong) }
                }
            }
        }
        #expect(wrong.count == 0)
        await cache.waitUntilIdle()
        while !cache.inspect().observations.isEmpty { await Task.yield() }
        try await cache.clearAll()
        #expect(cache.inspect().entries.isEmpty)
        #expect(cache.tagCount == 0)
    }

    private static func act(on cache: LoadingCache<Int, Int>, _ random: inout SplitMix64, _ wrong: Counter) async {
        let scope: CacheScope = random.next() % 4 == 0 ? .bob : .alice
        let key = CacheKey(Int(random.next() % 4), in: scope)
        let policies: [FetchPolicy] = [.cacheFirst, .staleWhileRevalidate, .networkFirst, .networkOnly, .noStore]
        let policy = policies[Int(random.next() % 5)]
        switch random.next() % 14 {
        case 0: cache.invalidate(key)
        case 1: cache.invalidate(tag: "keys")
        case 2: cache.set(key.id, for: key)
        case 3: cache.remove(key)
        case 4: try? await cache.clear(scope)
        case 5: cache.prefetch([key])
        case 6:
            let read = Task { try? await cache.value(for: key, policy: policy) }
            if random.next() % 2 == 0 { await Task.yield() }
            read.cancel()
            _ = await read.value
        case 7:
            let isCommitted = random.next() % 2 == 0
            _ = try? await cache.optimisticUpdate(
                of: key, apply: { $0 },
                commit: {
                    await Task.yield()
                    if !isCommitted { throw Failure() }
                })
        case 8:
            var updates = cache.updates(for: key).makeAsyncIterator()
            cache.set(key.id, for: key)
            if await updates.next() == nil { wrong.next() }
        case 9: cache.dropLoads(in: scope)
        case 10: cache.modify(key) { $0 = key.id }
        default:
            let value = try? await cache.value(for: key, policy: policy)
            if let value, value != key.id { wrong.next() }
        }
    }
}
