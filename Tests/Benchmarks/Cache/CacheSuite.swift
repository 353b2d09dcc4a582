/// Everything about CacheManagement that has a figure.
@MainActor
func cacheSuite(_ report: inout Report) async throws {
    report.note("Times are medians over rounds that measure candidate and baseline in turn in this process.")
    // First, while the process has freed nothing that could be used again.
    memoryBenchmarks(&report)
    hitBenchmarks(&report)
    mixedBenchmarks(&report)
    try await loadingBenchmarks(&report)
    hitRatioBenchmarks(&report)
}
