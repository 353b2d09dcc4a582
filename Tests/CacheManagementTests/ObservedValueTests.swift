import CacheManagement
import ModuleSupport
import Testing

@Suite("Observed value", .timeLimit(.minutes(1)))
@MainActor
struct ObservedValueTests {
    private struct Failure: InterruptibleError {
        var interruption: LoadInterruption?
    }

    /// A source whose cache and loads a test sets.
    @MainActor
    private final class Source {
        var cached: CachedValue<Int>?
        var load: (FetchPolicy) async throws(Failure) -> CachedValue<Int> = { (_) throws(Failure) in throw Failure() }

        func observed(preview: Int? = nil) -> ObservedValue<Int, Failure> {
            ObservedValue(
                .init(
                    cached: { self.cached },
                    load: { (policy) throws(Failure) in try await self.load(policy) },
                    updates: { AsyncStream { nil } }),
                preview: preview)
        }
    }

    private let source = Source()

    private func cached(_ value: Int) -> CachedValue<Int> { CachedValue(value, source: .memory) }

    @Test("A preview shows until there is something better, and stays when there is not")
    func preview() async {
        let observed = source.observed(preview: 1)
        #expect(observed.state.value == 1 && observed.state.isStale)
        await observed.observe()
        #expect(observed.state.value == 1 && observed.state.error is Failure)
        source.load = { (_) throws(Failure) in CachedValue(2, source: .network) }
        await observed.observe()
        #expect(observed.state.value == 2 && !observed.state.isStale)
    }

    @Test("What was cached then, and is not now, does not show again")
    func goneMeanwhile() async {
        source.cached = cached(1)
        let observed = source.observed(preview: 0)
        #expect(observed.state.value == 1)
        source.cached = nil
        await observed.observe()
        #expect(observed.state.value == nil && observed.state.error is Failure)
    }

    @Test("A load shows what is cached when it ends, not what it brought before a change")
    func newest() async {
        let source = source
        source.load = { (_) throws(Failure) in
            source.cached = CachedValue(2, source: .memory)
            return CachedValue(1, source: .network)
        }
        let observed = source.observed()
        await observed.load(.networkOnly)
        #expect(observed.state.value == 2)
    }

    @Test("A load that was cut short shows no failure", arguments: [LoadInterruption.cancelled, .cleared])
    func interrupted(interruption: LoadInterruption) async {
        source.load = { (_) throws(Failure) in throw Failure(interruption: interruption) }
        let observed = source.observed()
        await observed.load(.cacheFirst)
        #expect(observed.state.error == nil && !observed.state.isLoading)
        source.cached = cached(1)
        await observed.load(.cacheFirst)
        #expect(observed.state.error == nil && !observed.state.isRefreshing)
        #expect((observed.state.value == 1) == (interruption == .cleared))
    }
}
