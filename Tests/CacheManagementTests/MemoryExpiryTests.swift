import CacheManagement
import Foundation
import TestSupport
import Testing

@Suite("Memory cache: time to live")
struct MemoryExpiryTests {
    private let clock = ManualClock()

    @Test("C35: an entry is fresh one second before its end and gone at it, by the injected clock")
    func expiry() {
        let cache = MemoryCache<String, Int>(limits: CacheLimits(count: 10), timeToLive: .seconds(60), clock: clock)
        cache.set(1, for: "a")
        clock.advance(by: .seconds(59))
        #expect(cache.value(for: "a") == 1)
        #expect(cache.contains("a"))
        clock.advance(by: .seconds(1))
        #expect(!cache.contains("a"))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.count == 0)
        #expect(cache.statistics.expirations == 1)
        #expect(cache.statistics.hits == 1)
        #expect(cache.statistics.misses == 1)
    }

    @Test("C35: no memory cache reads the wall clock, so no change of it matters")
    func noWallClock() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Modules/CacheManagement/Memory").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 5)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in ["Date(", "Date.", "time(", "SuspendingClock", "DispatchTime", "import Foundation"] {
                #expect(!text.contains(word), "\(file.lastPathComponent) contains \(word)")
            }
        }
    }

    @Test("C36: the default clock is the continuous one, which counts while the device sleeps")
    func defaultClock() {
        #expect(MemoryCache<Int, Int>(limits: CacheLimits(count: 1)).clock.other == nil)
        #expect(MemoryCache<Int, Int>(limits: CacheLimits(count: 1), clock: clock).clock.other != nil)
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 10))
        cache.set(1, for: 1, timeToLive: .seconds(3_600))
        cache.set(2, for: 2, timeToLive: .zero)
        #expect(cache.value(for: 1) == 1)
        #expect(cache.value(for: 2) == nil)
    }

    @Test(
        "C38: a time to live of any length neither traps nor ends early",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 10, .nanoseconds(Int64.max), .seconds(9e9)])
    func endlessLife(lifetime: Duration) {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 10), clock: clock)
        clock.advance(by: .seconds(86_400 * 365))
        cache.set(1, for: 1, timeToLive: lifetime)
        clock.advance(by: .seconds(86_400 * 366 * 175))
        #expect(cache.value(for: 1) == 1)
    }

    @Test(
        "A time to live that is not above zero has ended at once",
        arguments: [Duration.zero, .seconds(-5), .seconds(Int64.min)])
    func noLife(lifetime: Duration) {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 10), clock: clock)
        clock.advance(by: .seconds(10))
        cache.set(1, for: 1, timeToLive: lifetime)
        #expect(cache.value(for: 1) == nil)
    }

    @Test("Instants saturate at both ends")
    func saturation() {
        let late = CacheInstant(nanoseconds: .max - 5)
        #expect(late.advanced(by: .seconds(1)) == .distantFuture)
        #expect(CacheInstant(nanoseconds: .min + 5).advanced(by: .seconds(-1)).nanoseconds == .min)
        #expect(CacheInstant.start.advanced(by: .seconds(2)).nanoseconds == 2_000_000_000)
        #expect(CacheInstant(nanoseconds: .min).duration(to: .distantFuture) > .seconds(18_000_000_000))
    }

    @Test("No clock is read for entries without a deadline")
    func noClockReads() {
        let reads = Recorder<Int>()
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 2), clock: CountingClock(reads: reads))
        _ = reads.drain()
        for key in 0..<10 {
            cache.set(key, for: key)
            _ = cache.value(for: key)
            _ = cache.contains(key)
        }
        #expect(reads.values.isEmpty)
        cache.set(1, for: 1, timeToLive: .seconds(1))
        #expect(reads.values.count == 1)
        _ = cache.value(for: 1)
        #expect(reads.values.count == 2)
    }

    @Test("A value that is set again lives by its new time to live")
    func renewal() {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 10), timeToLive: .seconds(10), clock: clock)
        cache.set(1, for: 1)
        clock.advance(by: .seconds(9))
        cache.set(2, for: 1)
        cache.set(3, for: 3, timeToLive: .seconds(1_000))
        clock.advance(by: .seconds(9))
        #expect(cache.value(for: 1) == 2)
        clock.advance(by: .seconds(1))
        #expect(cache.value(for: 1) == nil)
        #expect(cache.value(for: 3) == 3)
    }

    @Test("Writes clear expired entries away step by step, two slots each", arguments: EvictionPolicy.allCases)
    func rovingExpiry(policy: EvictionPolicy) {
        let removed = Recorder<RemovedEntry<Int, Int>>()
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 1_000), policy: policy, clock: clock) {
            removed.append($0)
        }
        for key in 0..<100 { cache.set(key, for: key, timeToLive: .seconds(1)) }
        clock.advance(by: .seconds(2))
        // The first brings the time; from then on the cache knows it without a read of the clock.
        cache.set(0, for: 1_000, timeToLive: .seconds(100))
        #expect(removed.drain().count == 2)
        for key in 1_001..<1_060 {
            cache.set(0, for: key)
            #expect(removed.drain().count <= 2)
        }
        #expect(cache.count == 60)
        #expect(cache.statistics.expirations == 100)
        #expect(cache.statistics.evictions == 0)
    }

    @Test("An expired entry at the tail goes first, however often it was used", arguments: EvictionPolicy.allCases)
    func expiredTail(policy: EvictionPolicy) {
        let removed = Recorder<RemovedEntry<Int, Int>>()
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 50), policy: policy, clock: clock) {
            removed.append($0)
        }
        cache.set(0, for: 0, timeToLive: .seconds(1))
        for _ in 0..<5 { _ = cache.value(for: 0) }
        for key in 1..<50 { cache.set(key, for: key) }
        clock.advance(by: .seconds(2))
        cache.set(50, for: 50, timeToLive: .seconds(9))
        #expect(removed.values.map(\.key) == [0])
        #expect(removed.values.map(\.reason) == [.expired])
    }

    @Test("A sweep removes exactly the expired entries")
    func sweep() {
        let removed = Recorder<RemovedEntry<Int, Int>>()
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 5_000), clock: clock) { removed.append($0) }
        for key in 0..<2_000 {
            cache.set(key, for: key, timeToLive: key.isMultiple(of: 3) ? .seconds(1) : nil)
        }
        clock.advance(by: .seconds(1))
        cache.removeExpired()
        #expect(cache.count == 2_000 - 667)
        #expect(Set(removed.values.map(\.key)) == Set((0..<2_000).filter { $0.isMultiple(of: 3) }))
        #expect(removed.values.allSatisfy { $0.reason == .expired })
    }

    @Test("Removing an expired entry returns nothing")
    func removeExpiredValue() {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: 5), timeToLive: .seconds(1), clock: clock)
        cache.set(1, for: 1)
        clock.advance(by: .seconds(1))
        #expect(cache.removeValue(for: 1) == nil)
        #expect(cache.count == 0)
    }
}

/// A clock that stands still and notes when it is read.
private struct CountingClock: Clock {
    typealias Instant = ManualClock.Instant

    let reads: Recorder<Int>
    private let inner = ManualClock()

    init(reads: Recorder<Int>) { self.reads = reads }

    var now: Instant {
        reads.append(1)
        return inner.now
    }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
