import CacheManagement
import Testing

@Suite("Memory cache")
struct MemoryCacheTests {
    @Test("What was set is read, replaced and removed", arguments: EvictionPolicy.allCases)
    func setAndRead(policy: EvictionPolicy) {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 100), policy: policy)
        for number in 0..<100 { cache.set(number, for: "key \(number)") }
        for number in 0..<100 { #expect(cache.value(for: "key \(number)") == number) }
        cache.set(-1, for: "key 7")
        #expect(cache.value(for: "key 7") == -1)
        #expect(cache.removeValue(for: "key 7") == -1)
        #expect(cache.value(for: "key 7") == nil)
        #expect(cache.count == 99)
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.value(for: "key 8") == nil)
    }
}
