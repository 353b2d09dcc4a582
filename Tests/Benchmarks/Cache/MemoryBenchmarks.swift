import CacheManagement
import Foundation

/// Bytes an entry takes, by the growth of the process.
func memoryBenchmarks(_ report: inout Report) {
    report.progress("memory")
    let count = 500_000
    guard residentBytes() != nil else {
        report.note("memory: the size of the process is read on Linux only.")
        return
    }
    let dictionary = bytesPerEntry(count) {
        var dictionary: [Int: Int] = [:]
        for key in 0..<count { dictionary[key] = key }
        return dictionary
    }
    let cache = bytesPerEntry(count) {
        let cache = MemoryCache<Int, Int>(limits: CacheLimits(count: count))
        for key in 0..<count { cache.set(key, for: key) }
        return cache
    }
    let loading = bytesPerEntry(count) {
        let cache = LoadingCache<Int, Int>(name: "memory", limits: CacheLimits(count: count)) { $0.id }
        let scope = CacheScope(account: "benchmark", dataSource: "mock")
        for key in 0..<count { cache.set(key, for: CacheKey(key, in: scope)) }
        return cache
    }
    let plain = bytesPerEntry(count) {
        let cache = PlainLRU<Int, Int>(capacity: count)
        for key in 0..<count { cache.set(key, for: key) }
        return cache
    }
    for (name, bytes) in [("memory_cache", cache), ("memory_lru", plain), ("memory_loading_cache", loading)] {
        report.add(
            BenchmarkResult(
                name: name, value: bytes, unit: "bytes an entry", baseline: dictionary, ratio: bytes / dictionary))
    }
    report.note("memory: \(count) entries of Int by Int; baseline is a dictionary. Growth of arrays is included.")
}

private func bytesPerEntry<Content>(_ count: Int, _ make: () -> Content) -> Double {
    let before = residentBytes() ?? 0
    let content = make()
    let after = residentBytes() ?? 0
    keep(content)
    return Double(after - before) / Double(count)
}

/// The memory of this process that is in use, from `/proc`; what was freed is given back first.
private func residentBytes() -> Int? {
    giveBackFreedMemory()
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Calls glibc's `malloc_trim`, which its Swift module does not show; does nothing where there is none.
private func giveBackFreedMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> Int32
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
}
