import CacheManagement
import TestSupport

/// How many requests of a trace each policy answers, beside the best that is possible.
func hitRatioBenchmarks(_ report: inout Report) {
    let recorded = AccessTrace.recorded()
    report.note(
        recorded.isEmpty
            ? "hit ratios: the recorded traces are not there (HARMONY_TRACES), so the seeded generators alone are used."
            : "hit ratios: web07, web12, orm-busy and orm-night are recorded traces (cache2k benchmark, CC BY 4.0).")
    let policies: [EvictionPolicy] = [.fifo, .lru, .s3fifo, .adaptive]
    var groups: [Chart.Group] = []
    for trace in recorded + AccessTrace.generated() {
        report.progress("hit ratios of \(trace.name)")
        for capacity in [200, 1_000] {
            let ratios = policies.map { 100 * trace.hitRatio(policy: $0, capacity: capacity) }
            let best = 100 * trace.bestHitRatio(capacity: capacity)
            let label = "\(trace.name)_\(capacity)"
            for (policy, ratio) in zip(policies, ratios) {
                report.add(hitRatio(label, policy.rawValue, ratio, lru: ratios[1]))
            }
            report.add(hitRatio(label, "belady", best, lru: ratios[1]))
            groups.append(Chart.Group(label: label, values: ratios + [best]))
        }
    }
    report.note("hit ratios: baseline is lru; belady is the best possible. No goal holds for lru, fifo and s3fifo.")
    report.add(
        Chart(
            title: "Hit ratios by trace and capacity", unit: "%", series: policies.map(\.rawValue) + ["belady"],
            groups: groups))
}

private func hitRatio(_ label: String, _ policy: String, _ value: Double, lru: Double) -> BenchmarkResult {
    var result = BenchmarkResult(
        name: "hits_\(label)_\(policy)", value: value, unit: "%", baseline: lru, isInChart: true)
    // A loop one key longer than the cache leaves LRU nothing, and 0 makes no ratio.
    if lru > 0 { result.ratio = value / lru }
    if policy == EvictionPolicy.adaptive.rawValue {
        // The default must win where products are browsed, and may lose next to nothing elsewhere.
        let points = ["web07_1000", "web12_1000"].contains(label) ? 3.0 : -2.0
        result.goal = .init(
            text: "lru \(points > 0 ? "+" : "−") \(Int(abs(points))) points", isMet: value >= lru + points)
    }
    return result
}

extension AccessTrace {
    /// Replays the trace as get, else set.
    fileprivate func hitRatio(policy: EvictionPolicy, capacity: Int) -> Double {
        let cache = MemoryCache<UInt32, Void>(limits: CacheLimits(count: capacity), policy: policy)
        for key in requests where cache.value(for: key) == nil { cache.set((), for: key) }
        return cache.statistics.hitRatio
    }
}
