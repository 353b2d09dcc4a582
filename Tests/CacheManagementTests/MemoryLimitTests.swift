import CacheManagement
import TestSupport
import Testing

@Suite("Memory cache: limits")
struct MemoryLimitTests {
    private typealias Removed = RemovedEntry<String, Int>

    @Test("C53: an oversize value is refused and leaves the others alone", arguments: EvictionPolicy.allCases)
    func oversizeInsert(policy: EvictionPolicy) {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(cost: 100), policy: policy)
        for number in 0..<10 { cache.set(number, for: "\(number)", cost: 10) }
        #expect(!cache.set(0, for: "big", cost: 26))
        #expect(!cache.contains("big"))
        #expect(cache.count == 10)
        #expect(cache.totalCost == 100)
        #expect(cache.statistics.refusals == 1)
        #expect(!cache.set(0, for: "huge", cost: .max))
        #expect(cache.count == 10)
    }

    @Test("C54: a refused oversize update removes the old value")
    func oversizeUpdate() {
        let removed = Recorder<Removed>()
        let cache = MemoryCache<String, Int>(limits: CacheLimits(cost: 100, entryCost: 50)) { removed.append($0) }
        cache.set(1, for: "a", cost: 10)
        cache.set(2, for: "b", cost: 10)
        #expect(!cache.set(3, for: "a", cost: 51))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == 2)
        #expect(removed.values.map(\.reason) == [.refused])
        #expect(removed.values.map(\.value) == [1])
        #expect(cache.totalCost == 10)
    }

    @Test("The entry limit is a quarter of the cost limit unless given, and never above it")
    func entryLimit() {
        #expect(CacheLimits(cost: 100).entryCost == 25)
        #expect(CacheLimits(cost: 2).entryCost == 1)
        #expect(CacheLimits(cost: 100, entryCost: 400).entryCost == 100)
        #expect(CacheLimits(count: -4, cost: 0, entryCost: -1) == CacheLimits(count: 1, cost: 1, entryCost: 1))
    }

    @Test("An update that costs more evicts others, and itself never", arguments: EvictionPolicy.allCases)
    func growingUpdate(policy: EvictionPolicy) {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(cost: 100, entryCost: 90), policy: policy)
        for number in 0..<10 { cache.set(number, for: "\(number)", cost: 10) }
        #expect(cache.set(-1, for: "0", cost: 45))
        #expect(cache.value(for: "0") == -1)
        #expect(cache.totalCost <= 100)
        #expect(cache.count == 6)
        #expect(cache.set(-2, for: "0", cost: 5))
        #expect(cache.totalCost == 55)
    }

    @Test("Cost zero, or below, is not pinned", arguments: [0, -7])
    func zeroCost(cost: Int) {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 3, cost: 100))
        for number in 0..<10 { cache.set(number, for: "\(number)", cost: cost) }
        #expect(cache.count == 3)
        #expect(cache.totalCost == 0)
    }

    @Test("Costs near the largest integer do not overflow")
    func hugeCosts() {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(entryCost: .max))
        cache.set(1, for: "a", cost: .max)
        cache.set(2, for: "b", cost: .max)
        #expect(cache.totalCost == .max)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == 2)
        cache.set(3, for: "b", cost: .max - 1)
        cache.respond(to: .background)
        #expect(cache.totalCost == .max - 1)
    }

    @Test("Pinned entries stay, whatever room others need", arguments: EvictionPolicy.allCases)
    func pinned(policy: EvictionPolicy) {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 10), policy: policy)
        for number in 0..<4 { cache.set(number, for: "pinned \(number)", isPinned: true) }
        for number in 0..<100 { cache.set(number, for: "\(number)") }
        for number in 0..<4 { #expect(cache.value(for: "pinned \(number)") == number) }
        #expect(cache.count == 10)
        // Set again without the flag it is an entry like any other.
        cache.set(0, for: "pinned 0")
        cache.respond(to: .critical)
        #expect(cache.value(for: "pinned 0") == nil)
        #expect(cache.count == 3)
        #expect(cache.removeValue(for: "pinned 1") == 1)
    }

    @Test("What pinned entries leave no room for is refused, and nothing is evicted for it")
    func pinnedFull() {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 10, cost: 100, entryCost: 90))
        #expect(cache.set(1, for: "pinned", cost: 60, isPinned: true))
        #expect(cache.set(2, for: "small", cost: 10))
        #expect(!cache.set(3, for: "large", cost: 41))
        #expect(cache.value(for: "small") == 2)
        #expect(cache.set(4, for: "pinned", cost: 90, isPinned: true), "it may take the room that it had")
        #expect(cache.value(for: "small") == 2)
        #expect(cache.totalCost == 100)
    }

    @Test("Each way out has its reason")
    func reasons() {
        let clock = ManualClock()
        let removed = Recorder<Removed>()
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 2, cost: 8), policy: .fifo, clock: clock) {
            removed.append($0)
        }
        func take() -> [String] { removed.drain().map { "\($0.key) \($0.value) \($0.reason)" } }

        cache.set(1, for: "a")
        cache.set(2, for: "a")
        #expect(take() == ["a 1 replaced"])
        cache.removeValue(for: "a")
        #expect(take() == ["a 2 removed"])
        cache.set(3, for: "b", timeToLive: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(cache.value(for: "b") == nil)
        #expect(take() == ["b 3 expired"])
        for (key, value) in [("c", 4), ("d", 5), ("e", 6)] { cache.set(value, for: key) }
        #expect(take() == ["c 4 evicted"])
        cache.set(7, for: "d", cost: 3)
        #expect(take() == ["d 5 refused"])
        cache.respond(to: .critical)
        #expect(take() == ["e 6 pressure"])
        cache.set(8, for: "f", isPinned: true)
        cache.removeAll()
        #expect(take() == ["f 8 cleared"])
        let statistics = cache.statistics
        #expect(statistics.insertions == 6)
        #expect(statistics.updates == 1)
        #expect(statistics.evictions == 1)
        #expect(statistics.expirations == 1)
        #expect(statistics.refusals == 1)
        #expect(statistics.pressureRemovals == 1)
    }

    @Test("A quiet update is no use of the entry; any other is")
    func quietUpdate() {
        for (isQuiet, survivor) in [(true, "b"), (false, "a")] {
            var store = CacheStore<String, Int>(limits: CacheLimits(count: 2), policy: .lru)
            var removed = RemovedEntries<String, Int>()
            _ = store.insert(1, for: "a", removed: &removed)
            _ = store.insert(2, for: "b", removed: &removed)
            _ = store.insert(3, for: "a", .init(isQuiet: isQuiet), removed: &removed)
            _ = store.insert(4, for: "c", removed: &removed)
            #expect(store.peek(survivor) != nil)
            #expect(store.count == 2)
        }
    }
}

@Suite("Memory cache: memory pressure")
struct MemoryPressureTests {
    private let source = MemoryPressureSource()

    @Test(
        "C80: a warning halves the cost, a critical one keeps pinned entries only", arguments: EvictionPolicy.allCases)
    func levels(policy: EvictionPolicy) {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(cost: 10_000), policy: policy, pressure: source)
        cache.set(0, for: -1, cost: 100, isPinned: true)
        for key in 0..<90 { cache.set(key, for: key, cost: 100) }
        source.send(.warning)
        #expect(cache.totalCost <= 9_100 / 2)
        #expect(cache.totalCost > 9_100 / 2 - 100)
        source.send(.critical)
        #expect(cache.totalCost == 100)
        #expect(cache.value(for: -1) == 0)
        #expect(cache.count == 1)
    }

    @Test("C80: in the background a cache keeps what it was configured to", arguments: [1, 0.5, 0, -1, .nan, 7])
    func background(share: Double) {
        let cache = MemoryCache<Int, Int>(
            limits: CacheLimits(count: 1_000), pressure: source, backgroundShare: share)
        for key in 0..<100 { cache.set(key, for: key) }
        source.send(.background)
        #expect(cache.count == (share == 0.5 ? 50 : share <= 0 ? 0 : 100))
    }

    @Test("A warning keeps what was used")
    func keepsUsed() {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 1_000), pressure: source)
        for key in 0..<100 { cache.set(key, for: key) }
        for key in stride(from: 0, to: 100, by: 4) { _ = cache.value(for: key) }
        source.send(.warning)
        #expect(stride(from: 0, to: 100, by: 4).allSatisfy(cache.contains))
        #expect(cache.count == 50)
    }

    @Test("A source holds its caches weakly")
    func weakly() {
        weak var released: MemoryCache<Int, Int>?
        do {
            let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 1), pressure: source)
            released = cache
            source.send(.warning)
        }
        #expect(released == nil)
        source.send(.critical)
    }
}
