import CacheManagement
import TestSupport
import Testing

@Suite("Reads in several states, prefetching, refetching and memory")
struct SequenceTests {
    let loader = ManualLoader<String, Int>()
    let clock = ManualClock()

    func cache(_ policy: CachePolicy = CachePolicy(freshFor: .seconds(10), staleIfError: .seconds(50))) -> LoadingCache<
        String, Int
    > {
        LoadingCache(name: "test", policy: policy, clock: clock, load: loader.load)
    }

    @Test("cacheAndNetwork gives the cached value and then the loaded one")
    func cacheAndNetwork() async {
        let cache = cache()
        cache.set(1, for: .one)
        let read = Task {
            var values: [CachedValue<Int>?] = []
            for await result in cache.results(for: .one, policy: .cacheAndNetwork) { values.append(try? result.get()) }
            return values
        }
        await loader.answer(1, 2)
        let values = await read.value
        #expect(values.map { $0?.value } == [1, 2])
        #expect(values.map { $0?.source } == [.memory, .network])
    }

    @Test("cacheThenNetworkIfStale stops at a fresh value, and goes on after a stale one; a failure comes last")
    func ifStale() async throws {
        let cache = cache()
        cache.set(1, for: .one)
        var fresh = cache.results(for: .one, policy: .cacheThenNetworkIfStale).makeAsyncIterator()
        #expect(try await fresh.next()?.get().value == 1)
        #expect(await fresh.next() == nil)
        cache.invalidate(.one)
        let read = Task {
            var values: [Int?] = []
            for await result in cache.results(for: .one, policy: .cacheThenNetworkIfStale) {
                values.append(try? result.get().value)
            }
            return values
        }
        await loader.fail(1, Failure())
        #expect(await read.value == [1, nil])
    }

    @Test("prefetching loads what is not fresh, once, and readers join")
    func prefetch() async throws {
        let cache = cache()
        cache.set(1, for: .one)
        cache.prefetch([.one, .two])
        cache.prefetch([.two])
        await loader.waitForCall(1)
        let read = Task { try await cache.value(for: .two) }
        await cache.waitForWaiters(1, of: .two)
        await loader.answer(1, 2)
        #expect(try await read.value == 2)
        #expect(loader.count == 1)
        #expect(loader.count(of: .two) == 1)
    }

    @Test("a prefetch goes on when the reader that joined it leaves")
    func prefetchGoesOn() async throws {
        let cache = cache()
        cache.prefetch([.one])
        await loader.waitForCall(1)
        let read = Task { try await cache.value(for: .one) }
        await cache.waitForWaiters(1, of: .one)
        read.cancel()
        _ = await read.result
        await loader.answer(1, 1)
        await cache.waitUntilIdle()
        #expect(cache.cachedValue(for: .one)?.value == 1)
    }

    @Test("what is observed is loaded anew when the app comes to the foreground or the network is back, if it is stale")
    func foreground() async {
        let service = SignalService(window: .zero, clock: clock)
        let cache = cache()
        let binding = cache.refreshObserved(on: [.appDidBecomeActive, .networkDidReconnect], from: service)
        cache.set(1, for: .one)
        cache.set(1, for: .two)
        var updates = cache.updates(for: .one).makeAsyncIterator()
        #expect(await updates.next()?.value == 1)
        service.send(.appDidBecomeActive)
        await service.waitUntilIdle()
        #expect(loader.count == 0)
        clock.advance(by: .seconds(11))
        service.send(.networkDidReconnect)
        await loader.answer(1, 2)
        #expect(await updates.next()?.value == 2)
        #expect(loader.count(of: .two) == 0)
        binding.cancel()
    }

    @Test("a signal at regular intervals polls what is observed, until it is cancelled")
    func polling() async {
        let service = SignalService(window: .zero, clock: clock)
        let cache = cache(.forever)
        let refresh = cache.refreshObserved(staleOnly: false, on: ["poll"], from: service)
        let timer = service.send("poll", every: .seconds(30))
        var updates = cache.updates(for: .one).makeAsyncIterator()
        for round in 1...3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(30))
            await loader.answer(round, round)
            #expect(await updates.next()?.value == round)
        }
        timer.cancel()
        while clock.sleeperCount > 0 { await Task.yield() }
        clock.advance(by: .seconds(90))
        await service.waitUntilIdle()
        #expect(loader.count == 3)
        refresh.cancel()
    }

    @Test("C80: on a warning at most half of the cost stays, when memory is critical only what is observed")
    func pressure() {
        let source = MemoryPressureSource()
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: .forever, limits: CacheLimits(cost: 1_000),
            attributes: { _, _ in CacheAttributes(cost: 10) }, pressure: source, load: { $0.id })
        for id in 0..<100 { cache.set(id, for: CacheKey(id, in: .alice)) }
        #expect(cache.inspect().totalCost == 1_000)
        let updates = cache.updates(for: CacheKey(7, in: .alice))
        source.send(.warning)
        #expect(cache.inspect().totalCost <= 500)
        source.send(.background)
        #expect(cache.inspect().totalCost > 0)
        source.send(.critical)
        #expect(cache.inspect().entries.map(\.key) == ["alice/real/7"])
        withExtendedLifetime(updates) {}
    }

    @Test("costs stay within the limit, and a value that is too large is delivered and not kept")
    func cost() async throws {
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: .forever, limits: CacheLimits(cost: 100, entryCost: 50),
            attributes: { _, value in CacheAttributes(cost: value) }, load: { $0.id })
        for id in 1...60 {
            #expect(try await cache.value(for: CacheKey(id, in: .alice)) == id)
            #expect(cache.inspect().totalCost <= 100)
        }
        #expect(cache.cachedValue(for: CacheKey(60, in: .alice)) == nil)
        #expect(cache.cachedValue(for: CacheKey(50, in: .alice))?.value == 50)
    }

    @Test("the inspection tells of entries, loads, observers and changes, as text and as JSON")
    func inspection() async throws {
        let cache = cache()
        cache.set(1, for: .one)
        let updates = cache.updates(for: .one)
        let read = Task { try await cache.value(for: .two) }
        await cache.waitForWaiters(1, of: .two)
        await loader.waitForCall(1)
        clock.advance(by: .seconds(2))
        let inspection = cache.inspect()
        #expect(
            inspection.description == """
                test: 1 entries, cost 1; 1 loads
                  entry alice/real/one: fresh, 2.0 s old, cost 1
                  load alice/real/two: 1 waiting, for 2.0 s
                  observed alice/real/one: 1 observers, 0 pending changes
                """)
        #expect(inspection.json.contains("\"waiters\" : 1"))
        await loader.answer(1, 1)
        _ = try await read.value
        withExtendedLifetime(updates) {}
    }
}
