import CacheManagement
import TestSupport
import Testing

@Suite("Eviction policies")
struct MemoryPolicyTests {
    static let traces: [AccessTrace] = [
        .zipf(exponent: 0.9, count: 3_000), .zipfWithScans(count: 3_000), .loop(count: 3_000), .drift(count: 3_000),
        .browsing(count: 3_000),
    ]

    @Test("Every hit and miss is that of a plain description", arguments: EvictionPolicy.allCases, traces)
    func sameSequence(policy: EvictionPolicy, trace: AccessTrace) {
        for capacity in [1, 2, 3, 8, 40, 150] {
            let cache = MemoryCache<UInt32, UInt32>(limits: CacheLimits(count: capacity), policy: policy)
            #expect(firstDifference(trace, policy, capacity, cache) == nil, "capacity \(capacity)")
            #expect(cache.count <= capacity)
            #expect(cache.statistics.hits + cache.statistics.misses == trace.requests.count)
            #expect(cache.statistics.insertions - cache.statistics.evictions == cache.count)
            let best = trace.bestHitRatio(capacity: capacity)
            #expect(cache.statistics.hitRatio <= best + 1e-9, "no policy is better than the best possible")
        }
    }

    @Test("After a clear the policy has forgotten everything, ghosts included", arguments: EvictionPolicy.allCases)
    func clearForgets(policy: EvictionPolicy) {
        let trace = AccessTrace.browsing(count: 3_000)
        let cache = MemoryCache<UInt32, UInt32>(limits: CacheLimits(count: 100), policy: policy)
        for key in trace.requests where cache.value(for: key) == nil { cache.set(key, for: key) }
        cache.removeAll()
        // A cache that remembered former keys would differ from a new one, which the plain description stands for.
        #expect(firstDifference(trace, policy, 100, cache) == nil)
    }

    @Test("Clearing a scope forgets the ghosts of all", arguments: [EvictionPolicy.s3fifo, .adaptive])
    func partialClearForgetsGhosts(policy: EvictionPolicy) {
        for clears in [false, true] {
            var store = CacheStore<Int, Int>(limits: CacheLimits(count: 100), policy: policy)
            var removed = RemovedEntries<Int, Int>()
            func insert(_ keys: Range<Int>) {
                for key in keys { _ = store.insert(key, for: key, removed: &removed) }
            }
            insert(0..<140)  // The first forty are ghosts now.
            _ = clears ? store.removeAll { _, _ in true } : removed
            insert(0..<40)
            insert(1_000..<1_100)
            // Remembered keys went into the main queue, where some outlive the others; forgotten ones are as new as these.
            #expect((0..<40).contains { store.peek($0) != nil } == !clears)
        }
    }

    @Test("A cost limit with equal costs is the same as a count limit", arguments: EvictionPolicy.allCases)
    func equalCosts(policy: EvictionPolicy) {
        let trace = AccessTrace.browsing(count: 3_000)
        let cache = MemoryCache<UInt32, UInt32>(limits: CacheLimits(cost: 100 * 64), policy: policy)
        #expect(firstDifference(trace, policy, 100, cache, cost: 64) == nil)
    }

    @Test("One call keeps sixteen used entries at most, then the next one goes whatever its uses")
    func boundedWork() {
        let removed = Recorder<Int>()
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 1_000)) { removed.append($0.key) }
        for key in 0..<1_000 { cache.set(key, for: key) }
        for _ in 0..<3 {
            for key in 0..<1_000 { #expect(cache.value(for: key) == key) }
        }
        cache.set(0, for: -1)
        #expect(removed.values == [16])
    }

    @Test("C81: a full cache admits every new key, unlike NSCache on Linux", arguments: EvictionPolicy.allCases)
    func admitsWhenFull(policy: EvictionPolicy) {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 3), policy: policy)
        for key in 0..<10 {
            cache.set(key, for: key)
            #expect(cache.contains(key))
        }
        #expect((0..<10).filter(cache.contains) == [7, 8, 9])
    }

    @Test("The default meets its goals on the recorded traces", .enabled(if: !AccessTrace.recorded().isEmpty))
    func recordedTraces() throws {
        for trace in AccessTrace.recorded() {
            // The whole of the shop's requests; a part of the long traces, for the time that it takes.
            let trace = AccessTrace(name: trace.name, requests: Array(trace.requests.prefix(96_000)))
            let (adaptive, lru) = (hitRatio(trace, .adaptive), hitRatio(trace, .lru))
            #expect(adaptive >= lru + (trace.name.hasPrefix("web") ? 0.03 : -0.02), "\(trace.name)")
        }
    }

    @Test("The default is never more than two points below LRU", arguments: AccessTrace.generated())
    func generatedTraces(trace: AccessTrace) {
        let trace = AccessTrace(name: trace.name, requests: Array(trace.requests.prefix(25_000)))
        #expect(hitRatio(trace, .adaptive) >= hitRatio(trace, .lru) - 0.02)
    }

    @Test("With costs from 1 to 100 the default finds more than LRU, in number and in cost")
    func mixedCosts() {
        func found(_ policy: EvictionPolicy) -> (hits: Int, cost: Int) {
            let cache = MemoryCache<UInt32, UInt32>(limits: CacheLimits(cost: 20_000), policy: policy)
            var found = (hits: 0, cost: 0)
            for key in AccessTrace.zipf(exponent: 0.9, count: 25_000).requests {
                let cost = Int(key &* 2_654_435_761 % 100) + 1
                if cache.value(for: key) != nil {
                    found.hits += 1
                    found.cost += cost
                } else {
                    cache.set(key, for: key, cost: cost)
                }
                if cache.totalCost > 20_000 { Issue.record("over the limit") }
            }
            return found
        }
        let (adaptive, lru) = (found(.adaptive), found(.lru))
        #expect(adaptive.hits > lru.hits + 25_000 / 50)
        #expect(adaptive.cost > lru.cost)
    }

    private func hitRatio(_ trace: AccessTrace, _ policy: EvictionPolicy) -> Double {
        let cache = MemoryCache<UInt32, UInt32>(limits: CacheLimits(count: 1_000), policy: policy)
        for key in trace.requests where cache.value(for: key) == nil { cache.set(key, for: key) }
        return cache.statistics.hitRatio
    }

    /// The first request that the cache answers otherwise than the plain description.
    private func firstDifference(
        _ trace: AccessTrace, _ policy: EvictionPolicy, _ capacity: Int, _ cache: MemoryCache<UInt32, UInt32>,
        cost: Int = 1
    ) -> Int? {
        var reference = policy.reference.init(capacity: capacity)
        for (index, key) in trace.requests.enumerated() {
            let value = cache.value(for: key)
            if value == nil { cache.set(key, for: key, cost: cost) }
            if let value, value != key { return index }
            if reference.request(key) != (value != nil) { return index }
        }
        return nil
    }
}
