import CacheManagement
import ModuleSupport
import TestSupport
import Testing

@Suite("Observers")
struct ObserverTests {
    let loader = ManualLoader<String, Int>()
    let clock = ManualClock()
    let cache: LoadingCache<String, Int>

    init() {
        cache = LoadingCache(name: "test", policy: .forever, clock: clock, load: loader.load)
    }

    @Test("C69: what is cached when the observation begins is the first update, and nothing after it is missed")
    func snapshot() async {
        cache.set(1, for: .one)
        let stream = cache.updates(for: .one)
        cache.set(2, for: .one)
        var updates = stream.makeAsyncIterator()
        #expect(await updates.next()?.value == 2)
        cache.set(3, for: .one)
        #expect(await updates.next()?.value == 3)
    }

    @Test("C70: with eight writers the versions rise strictly and the last value is the current one")
    func writers() async {
        let cache = cache
        let observers = (0..<4).map { _ in
            let updates = cache.updates(for: .one)
            return Task {
                var last: UInt64 = 0
                for await update in updates {
                    guard case .value(let cached, let version) = update else { continue }
                    if version <= last { return UInt64(0) }
                    last = version
                    if cached.value == -1 { break }
                }
                return last
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for number in 0..<2_000 { cache.set(writer * 2_000 + number, for: .one) } }
            }
        }
        cache.set(-1, for: .one)
        for observer in observers { #expect(await observer.value > 0) }
    }

    @Test("C71: a paused observer keeps one value, and then sees the newest")
    func slowObserver() async {
        final class Tracked: Sendable {
            let number: Int
            let alive: Counter
            let dead: Counter
            init(_ number: Int, _ alive: Counter, _ dead: Counter) {
                self.number = number
                self.alive = alive
                self.dead = dead
                alive.next()
            }
            deinit { dead.next() }
        }
        let alive = Counter()
        let dead = Counter()
        let cache = LoadingCache<String, Tracked>(name: "test", policy: .forever) { _ in throw Failure() }
        var updates = cache.updates(for: .one).makeAsyncIterator()
        var mostAlive = 0
        for number in 1...20_000 {
            cache.set(Tracked(number, alive, dead), for: .one)
            mostAlive = max(mostAlive, alive.count - dead.count)
        }
        #expect(mostAlive <= 2)
        #expect(await updates.next()?.value?.number == 20_000)
    }

    @Test("C73: a hundred thousand keys that were observed and released leave nothing behind")
    func bookkeeping() async throws {
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: CachePolicy(freshFor: .seconds(60), unobservedGrace: .seconds(5)), clock: clock
        ) { $0.id }
        for id in 0..<100_000 {
            let key = CacheKey(id, in: .alice)
            let updates = cache.updates(for: key)
            if id % 100 == 0 { cache.set(id, for: key) }
            _ = updates
        }
        let inspection = cache.inspect()
        #expect(inspection.observations.isEmpty)
        #expect(inspection.flights.isEmpty)
        #expect(inspection.entries.count <= 1_000)
    }

    @Test("C74: an observer that ends its own and another's observation in the middle of an update")
    func endInCallback() async {
        let cache = cache
        let other = Task { for await _ in cache.updates(for: .one) {} }
        let observer = Task {
            for await update in cache.updates(for: .one) where update.value == 1 {
                other.cancel()
                break
            }
        }
        while cache.inspect().observations.first?.observers != 2 { await Task.yield() }
        cache.set(1, for: .one)
        await observer.value
        await other.value
        while !cache.inspect().observations.isEmpty { await Task.yield() }
    }

    @Test("C75: every observer of a key is told")
    func everyObserver() async {
        var observers = (0..<100).map { _ in cache.updates(for: .one).makeAsyncIterator() }
        cache.set(1, for: .one)
        for index in observers.indices { #expect(await observers[index].next()?.value == 1) }
    }

    @Test("C76: one load is one update, and an equal value is none")
    func equalValues() async throws {
        var updates = cache.updates(for: .one).makeAsyncIterator()
        for (number, value) in [(1, 1), (2, 1), (3, 2)] {
            let read = Task { try await cache.value(for: .one, policy: .networkOnly) }
            await loader.answer(number, value)
            _ = try await read.value
        }
        // The value of the second load was not told: what comes after the first is the third.
        guard case .value(let cached, let version)? = await updates.next() else {
            Issue.record("no value")
            return
        }
        #expect(cached.value == 2)
        cache.set(2, for: .one)
        cache.set(3, for: .one)
        guard case .value(let next, let later)? = await updates.next() else {
            Issue.record("no value")
            return
        }
        #expect(next.value == 3)
        #expect(later > version)
    }

    @Test("C76: an equal value is not told even to an observer that waits")
    func equalWhileWaiting() async {
        let cache = cache
        cache.set(1, for: .one)
        let seen = Locked<[Int]>([])
        let observer = Task {
            for await update in cache.updates(for: .one) {
                seen.withLock { $0.append(update.value ?? 0) }
                if update.value == 2 { break }
            }
        }
        while seen.withLock({ $0.isEmpty }) { await Task.yield() }
        for _ in 0..<10 { cache.set(1, for: .one) }
        cache.set(2, for: .one)
        await observer.value
        #expect(seen.withLock { $0 } == [1, 2])
    }

    @Test("C77, C34: values whose deinit uses the cache, and observers and loaders that write to it, do not deadlock")
    func userCode() async throws {
        final class Cyclic: Sendable {
            let onDeinit: @Sendable () -> Void
            init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
            deinit { onDeinit() }
        }
        let caches = Locked<LoadingCache<Int, Cyclic>?>(nil)
        let touch: @Sendable () -> Void = {
            guard let cache = caches.withLock({ $0 }) else { return }
            _ = cache.statistics
            _ = cache.cachedValue(for: CacheKey(0, in: .alice))
        }
        let cache = LoadingCache<Int, Cyclic>(name: "test", limits: CacheLimits(count: 2)) { key in
            touch()
            return Cyclic(touch)
        }
        caches.withLock { $0 = cache }
        let observer = Task {
            for await update in cache.updates(for: CacheKey(0, in: .alice)) {
                guard update.value != nil else { break }
                cache.set(Cyclic(touch), for: CacheKey(1, in: .alice))
            }
        }
        for id in 0..<10 {
            let key = CacheKey(id, in: .alice)
            _ = try await cache.value(for: key)
            cache.set(Cyclic(touch), for: key)
            cache.remove(key)
            try await cache.optimisticUpdate(of: key, apply: { _ in Cyclic(touch) }, commit: {})
        }
        try await cache.clearAll()
        observer.cancel()
        await observer.value
        caches.withLock { $0 = nil }
    }

    @Test("an observed value stays when others are evicted, and goes after the grace period")
    func pinned() async {
        let cache = LoadingCache<Int, Int>(
            name: "test", policy: CachePolicy(freshFor: .seconds(600), unobservedGrace: .seconds(5)),
            limits: CacheLimits(count: 10), clock: clock
        ) { $0.id }
        let key = CacheKey(0, in: .alice)
        var updates: AsyncStream<CacheUpdate<Int>>? = cache.updates(for: key)
        cache.set(0, for: key)
        for id in 1...100 { cache.set(id, for: CacheKey(id, in: .alice)) }
        #expect(cache.cachedValue(for: key)?.value == 0)
        #expect(cache.inspect().entries.count <= 10)
        updates = nil
        _ = updates
        clock.advance(by: .seconds(4))
        for id in 101...105 { cache.set(id, for: CacheKey(id, in: .alice)) }
        #expect(cache.cachedValue(for: key)?.value == 0)
        clock.advance(by: .seconds(1))
        for id in 106...120 { cache.set(id, for: CacheKey(id, in: .alice)) }
        #expect(cache.cachedValue(for: key) == nil)
    }

    @Test("the stream of an observer that is cancelled ends")
    func cancelled() async {
        let cache = cache
        let observer = Task { for await _ in cache.updates(for: .one) {} }
        while cache.inspect().observations.isEmpty { await Task.yield() }
        observer.cancel()
        await observer.value
        #expect(cache.inspect().observations.isEmpty)
    }

    @Test("a load that only an observer still wants goes on, and ends with the observer")
    func observedLoad() async {
        let cache = cache
        let observer = Task { for await _ in cache.updates(for: .one) {} }
        while cache.inspect().observations.isEmpty { await Task.yield() }
        let read = Task { try await cache.value(for: .one) }
        await loader.waitForCall(1)
        read.cancel()
        _ = await read.result
        #expect(cache.isLoading(.one))
        observer.cancel()
        await loader.waitForCancellation(of: 1)
        #expect(!cache.isLoading(.one))
    }
}
