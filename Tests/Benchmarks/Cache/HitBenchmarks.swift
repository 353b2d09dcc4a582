import CacheManagement
import Synchronization
import TestSupport

/// A dictionary behind a lock: what a reader pays who needs no cache.
final class LockedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let state: Mutex<[Key: Value]>

    init(_ content: [Key: Value]) {
        state = Mutex(content)
    }

    func value(for key: Key) -> Value? {
        state.withLock { $0[key] }
    }
}

/// Reads that always find their key, by one thread.
func hitBenchmarks(_ report: inout Report) {
    report.progress("hits")
    var generator = SplitMix64(seed: 1)
    let numbers = (0..<1_000).map { $0 &* 0x9E37_79B9 }.shuffled(using: &generator)
    let names = (0..<1_000).map { "product-\($0)" }.shuffled(using: &generator)
    report.add("hit_int", compareHits(numbers), maximumRatio: 1.5)
    report.add("hit_string", compareHits(names), maximumRatio: 1.5)
    report.add("hit_ttl", compareHits(numbers, timeToLive: .seconds(3_600)))
    report.note("hit_int, hit_string and hit_ttl: baseline is a dictionary behind a Mutex; hit_ttl reads the clock.")
}

private func compareHits<Key: Hashable & Sendable>(_ keys: [Key], timeToLive: Duration? = nil) -> Comparison {
    let cache = MemoryCache<Key, Int>(limits: CacheLimits(count: keys.count), timeToLive: timeToLive)
    for (number, key) in keys.enumerated() { cache.set(number, for: key) }
    let dictionary = LockedDictionary(Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) }))
    let repetitions = 100
    return Stopwatch.compare(operations: keys.count * repetitions) {
        var sum = 0
        for _ in 0..<repetitions {
            for key in keys { sum &+= cache.value(for: key) ?? 0 }
        }
        keep(sum)
    } baseline: {
        var sum = 0
        for _ in 0..<repetitions {
            for key in keys { sum &+= dictionary.value(for: key) ?? 0 }
        }
        keep(sum)
    }
}
