import CacheManagement

/// Everything about CacheManagement that has a figure.
@MainActor
func cacheSuite(_ report: inout Report) async throws {
    report.note("Times are medians over rounds that measure candidate and baseline in turn in this process.")
    hitBenchmarks(&report)
    mixedBenchmarks(&report)
    hitRatioBenchmarks(&report)
}
