import CacheManagement
import ModuleSupport
import TestSupport
import Testing

@Suite("Cache management service")
struct CacheManagementServiceTests {
    /// A cache that cannot be cleared.
    struct Stuck: ManagedCache {
        let name: String
        func clear(_ scope: CacheScope) async throws(CacheError) { throw .loading(Failure(name: "disk full")) }
        func clearAll() async throws(CacheError) { throw .loading(Failure(name: "disk full")) }
    }

    @Test("all caches are cleared, whatever one of them throws, and the error names those that failed")
    func clearAll() async throws {
        let service = CacheManagementService()
        let first = LoadingCache<String, Int>(name: "first") { _ in 1 }
        let last = LoadingCache<String, Int>(name: "last") { _ in 1 }
        service.register(first)
        service.register(Stuck(name: "stuck"))
        service.register(last)
        first.set(1, for: .one)
        last.set(1, for: .one)
        let error = await #expect(throws: CacheClearError.self) { try await service.clearAllCaches() }
        #expect(error?.failures.map(\.cache) == ["stuck"])
        #expect(first.cachedValue(for: .one) == nil)
        #expect(last.cachedValue(for: .one) == nil)
        #expect(service.cacheNames == ["first", "stuck", "last"])
    }

    @Test("a scope is cleared in all caches, also when the caller is cancelled, and other scopes stay")
    func clearScope() async throws {
        let service = CacheManagementService()
        let caches = (0..<3).map { LoadingCache<String, Int>(name: "\($0)") { _ in 1 } }
        let bobs = CacheKey("one", in: .bob)
        for cache in caches {
            service.register(cache)
            cache.set(1, for: .one)
            cache.set(2, for: bobs)
        }
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await service.clear(.alice)
        }.value
        for cache in caches {
            #expect(cache.cachedValue(for: .one) == nil)
            #expect(cache.cachedValue(for: bobs)?.value == 2)
        }
    }
}

@Suite("Cache validity tracker")
struct CacheValidityTrackerTests {
    @Test("a collection is valid for the TTL, until it is invalidated")
    func validity() async {
        let clock = ManualClock()
        let tracker = CacheValidityTracker<String>(ttl: .seconds(60), clock: clock)
        #expect(await !tracker.isValid(.one))
        await tracker.markValid(.one)
        #expect(await tracker.isValid(.one))
        #expect(await !tracker.isValid(.two))
        clock.advance(by: .seconds(59))
        #expect(await tracker.isValid(.one))
        clock.advance(by: .seconds(1))
        #expect(await !tracker.isValid(.one))
        await tracker.markValid(.one)
        await tracker.invalidate(.one)
        #expect(await !tracker.isValid(.one))
        let bobs = CacheKey("one", in: .bob)
        await tracker.markValid(.one)
        await tracker.markValid(bobs)
        await tracker.invalidateAll(in: .alice)
        #expect(await !tracker.isValid(.one))
        #expect(await tracker.isValid(bobs))
        await tracker.invalidateAll()
        #expect(await !tracker.isValid(bobs))
    }

    @Test("C38: a TTL without end does not overflow")
    func endless() async {
        let clock = ManualClock()
        let tracker = CacheValidityTracker<String>(ttl: .seconds(Int64.max), clock: clock)
        clock.advance(by: .seconds(60))
        await tracker.markValid(.one)
        clock.advance(by: .seconds(200 * 365 * 86_400))
        #expect(await tracker.isValid(.one))
    }
}
