import CacheManagement
import ModuleSupport
import Testing

@Suite("A cache that is off")
struct DisabledPolicyTests {
    private let key = CacheKey("list", in: CacheScope(account: "alice", dataSource: "mock"))

    @Test("Each read loads on its own, and an observed key is not loaded by an invalidation")
    func loadsOnlyWhenRead() async throws {
        let loads = Locked(0)
        let cache = LoadingCache<String, Int>(name: "off", policy: .disabled) { _ in
            loads.withLock {
                $0 += 1
                return $0
            }
        }
        let updates = cache.updates(for: key)
        #expect(try await cache.value(for: key) == 1)
        #expect(try await cache.value(for: key) == 2)
        #expect(cache.cachedValue(for: key) == nil)
        cache.invalidate(key)
        cache.refreshObserved(staleOnly: false)
        #expect(cache.inspect().flights.isEmpty)
        #expect(loads.withLock { $0 } == 2)
        withExtendedLifetime(updates) {}
    }
}
