import CacheManagement
import ModuleSupport
import TestSupport
import Testing

@Suite("The current scope, checked when a load starts and when it is done")
struct ScopeTests {
    let loader = ManualLoader<String, Int>()

    /// What the composition root would hold.
    final class CurrentScope: Sendable {
        private let state = Locked(CacheScope.alice)
        var scope: CacheScope {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test("a load that ends after the scope changed is dropped, success or failure", arguments: [true, false])
    func changed(succeeds: Bool) async throws {
        let current = CurrentScope()
        let cache = LoadingCache<String, Int>(name: "test", currentScope: { current.scope }, load: loader.load)
        let read = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        current.scope = .bob
        if succeeds { await loader.answer(1, 1) } else { await loader.fail(1, Failure()) }
        let error = await #expect(throws: CacheError.self) { try await read.value }
        #expect(error?.isCleared == true)
        #expect(cache.inspect().entries.isEmpty)
        #expect(cache.statistics.discarded == 1)
    }

    @Test("a load under a key of another scope is not even started", arguments: [FetchPolicy.cacheFirst, .noStore])
    func notStarted(policy: FetchPolicy) async throws {
        let current = CurrentScope()
        current.scope = .bob
        let cache = LoadingCache<String, Int>(name: "test", currentScope: { current.scope }, load: loader.load)
        let error = await #expect(throws: CacheError.self) { try await cache.value(for: .one, policy: policy) }
        #expect(error?.isCleared == true)
        #expect(loader.count == 0)
    }

    @Test("loads that are dropped by hand are not stored, even if the scope is the current one again")
    func dropped() async throws {
        let service = CacheManagementService()
        let cache = LoadingCache<String, Int>(name: "test") { [loader] key in
            // A loader that does not notice that its task is cancelled.
            try await Task { try await loader.load(key) }.value
        }
        service.register(cache)
        cache.set(0, for: .two)
        let read = Task { try await cache.value(for: .one) }
        let bobs = Task { try await cache.value(for: CacheKey("one", in: .bob)) }
        await cache.waitForWaiters(1, of: .one)
        await loader.waitForCall(2)
        service.dropLoads(in: .alice)
        let error = await #expect(throws: CacheError.self) { try await read.value }
        #expect(error?.isCleared == true)
        await loader.answer(1, 1)
        await loader.answer(2, 1)
        #expect(try await bobs.value == 1)
        #expect(cache.cachedValue(for: .one) == nil)
        #expect(cache.cachedValue(for: .two)?.value == 0)
    }
}
