import CacheManagement
import Foundation
import TestSupport

/// What an app does with a cache: get, and set when that found nothing. 10,000 string keys by Zipf 0.9, capacity 1,000.
func mixedBenchmarks(_ report: inout Report) {
    report.progress("mixed reads and writes")
    let workload = MixedWorkload()
    let cache = { MemoryCache<String, Int>(limits: CacheLimits(count: MixedWorkload.capacity)) }
    let foundation = { FoundationCache(capacity: MixedWorkload.capacity) }
    let plain = { PlainLRU<String, Int>(capacity: MixedWorkload.capacity) }

    for threads in [1, 2] {
        let suffix = threads == 1 ? "" : "_2_threads"
        report.add("mixed_zipf\(suffix)_vs_nscache", workload.compare(threads: threads, cache(), foundation()))
        report.add("mixed_zipf\(suffix)_vs_lru", workload.compare(threads: threads, cache(), plain()))
    }
    for (name, ratio) in [
        ("adaptive", workload.hitRatio(of: cache())), ("nscache", workload.hitRatio(of: foundation())),
        ("lru", workload.hitRatio(of: plain())),
    ] {
        report.add(BenchmarkResult(name: "mixed_zipf_hits_\(name)", value: ratio * 100, unit: "%"))
    }
    report.note(
        "mixed_zipf: NSCache is Foundation's; on Linux it admits nothing once it is full, so it does less work.")
    report.note("mixed_zipf: the LRU is a dictionary of linked nodes behind a lock, compiled into the benchmark.")
}

/// A cache of numbers by strings.
private protocol StringCache: Sendable {
    func value(for key: String) -> Int?
    func store(_ value: Int, for key: String)
}

extension MemoryCache<String, Int>: StringCache {
    func store(_ value: Int, for key: String) { set(value, for: key) }
}

extension PlainLRU<String, Int>: StringCache {
    func store(_ value: Int, for key: String) { set(value, for: key) }
}

/// NSCache with the boxes that it asks for.
private final class FoundationCache: StringCache, @unchecked Sendable {
    // Proof for `@unchecked`: NSCache is documented as safe from any thread.
    private let cache = NSCache<NSString, NSNumber>()

    init(capacity: Int) {
        cache.countLimit = capacity
    }

    func value(for key: String) -> Int? { cache.object(forKey: NSString(string: key))?.intValue }
    func store(_ value: Int, for key: String) {
        cache.setObject(NSNumber(value: value), forKey: NSString(string: key))
    }
}

private struct MixedWorkload: Sendable {
    static let capacity = 1_000
    private let requests: [String]

    init() {
        var generator = SplitMix64(seed: 7)
        let zipf = Zipf(count: 10_000, exponent: 0.9)
        let names = (0..<10_000).map { "product-\($0)" }.shuffled(using: &generator)
        requests = (0..<50_000).map { _ in names[zipf.next(using: &generator)] }
    }

    func compare(threads: Int, _ candidate: some StringCache, _ baseline: some StringCache) -> Comparison {
        Stopwatch.compare(rounds: 15, operations: requests.count * threads) {
            run(candidate, threads: threads)
        } baseline: {
            run(baseline, threads: threads)
        }
    }

    func hitRatio(of cache: some StringCache) -> Double {
        Double(replay(on: cache, from: 0)) / Double(requests.count)
    }

    private func run(_ cache: some StringCache, threads: Int) {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            keep(replay(on: cache, from: thread * requests.count / threads))
        }
    }

    /// Runs all requests, starting somewhere; returns the number of hits.
    @inline(__always)
    private func replay(on cache: some StringCache, from start: Int) -> Int {
        var hits = 0
        for number in requests.indices {
            let key = requests[(start + number) % requests.count]
            if cache.value(for: key) != nil { hits += 1 } else { cache.store(number, for: key) }
        }
        return hits
    }
}
