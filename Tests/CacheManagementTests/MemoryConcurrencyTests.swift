import CacheManagement
import ModuleSupport
import TestSupport
import Testing

@Suite("Memory cache: threads and re-entrance")
struct MemoryConcurrencyTests {
    @Test(
        "C77: values and keys die outside the lock, so a deinit may use the cache", arguments: EvictionPolicy.allCases)
    func reentrantDeinit(policy: EvictionPolicy) {
        let clock = ManualClock()
        let deaths = Recorder<Int>()
        let source = MemoryPressureSource()
        let cache = MemoryCache<Probe, Probe>(
            limits: CacheLimits(count: 10, cost: 100), policy: policy, pressure: source, clock: clock)
        func fill(_ range: Range<Int>, timeToLive: Duration? = nil) {
            for number in range {
                cache.set(
                    Probe(number, cache, deaths), for: Probe(number, cache, deaths), timeToLive: timeToLive)
            }
        }
        fill(0..<30)  // evicts
        fill(20..<30)  // replaces
        _ = cache.removeValue(for: Probe(29, cache, deaths))
        cache.set(Probe(28, cache, deaths), for: Probe(28, cache, deaths), cost: 1_000)  // refuses
        fill(40..<50, timeToLive: .seconds(1))
        clock.advance(by: .seconds(1))
        _ = cache.value(for: Probe(45, cache, deaths))
        cache.removeExpired()
        fill(50..<60)
        source.send(.warning)
        source.send(.critical)
        fill(60..<70)
        cache.removeAll()
        #expect(cache.count == 0)
        // 30 + 10 + 1 + 10 + 10 + 10 values and as many keys, and 2 keys to look up with.
        #expect(deaths.values.count == 2 * 71 + 2)
    }

    @Test("C34: a removal handler may call the cache that removed")
    func reentrantHandler() {
        let log = Recorder<RemovalReason>()
        let holder = Locked<MemoryCache<Int, Int>?>(nil)
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 3)) { entry in
            log.append(entry.reason)
            let cache = holder.withLock { $0 }
            #expect(cache?.value(for: entry.key) == nil || entry.reason == .replaced)
            if entry.reason == .evicted, entry.key < 100 { cache?.removeValue(for: entry.key + 1) }
        }
        holder.withLock { $0 = cache }
        for key in 0..<50 { cache.set(key, for: key) }
        #expect(cache.count <= 3)
        cache.removeAll()
        #expect(log.values.contains(.removed) && log.values.contains(.evicted) && log.values.contains(.cleared))
        holder.withLock { $0 = nil }
    }

    @Test("C78: eight tasks on one cache read nothing that was not written", arguments: EvictionPolicy.allCases)
    func stress(policy: EvictionPolicy) async {
        let removals = Recorder<Int>()
        let cache = MemoryCache<Int, [Int]>(limits: CacheLimits(count: 64), policy: policy, timeToLive: .seconds(60)) {
            removals.append($0.value.count)
        }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for seed: UInt64 in 0..<8 {
                group.addTask {
                    var random = SplitMix64(seed: seed)
                    var wrong = 0
                    for _ in 0..<3_000 {
                        let key = Int.random(in: 0..<200, using: &random)
                        switch Int.random(in: 0..<50, using: &random) {
                        case 0..<25: if let value = cache.value(for: key), value != [key, key] { wrong += 1 }
                        case 25..<45: cache.set([key, key], for: key)
                        case 45..<48: cache.removeValue(for: key)
                        case 48: cache.removeExpired()
                        default: cache.respond(to: .warning)
                        }
                        if cache.count > 64 { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        let statistics = cache.statistics
        let stored = statistics.insertions + statistics.updates
        #expect(stored == removals.values.count + cache.count, "each value left once or is still there")
    }
}

/// A key and value whose death uses the cache.
private final class Probe: Hashable, Sendable {
    private let number: Int
    private let deaths: Recorder<Int>
    private let cache: WeakCache

    private struct WeakCache: Sendable {
        weak let value: MemoryCache<Probe, Probe>?
    }

    init(_ number: Int, _ cache: MemoryCache<Probe, Probe>, _ deaths: Recorder<Int>) {
        self.number = number
        self.deaths = deaths
        self.cache = WeakCache(value: cache)
    }

    deinit {
        deaths.append(number)
        _ = cache.value?.count
        _ = cache.value?.value(for: self.copyForLookup)
    }

    private var copyForLookup: Probe { Probe(lookup: number, deaths) }

    private init(lookup number: Int, _ deaths: Recorder<Int>) {
        self.number = number
        self.deaths = Recorder()
        cache = WeakCache(value: nil)
    }

    static func == (first: Probe, second: Probe) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
