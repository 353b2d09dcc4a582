import CombineShim
import Dispatch

/// What a value costs on its way through publishers, beside a chain of closures that does the same.
@MainActor
func combineSuite(_ report: inout Report) async throws {
    report.note("Baselines are the same steps as plain closures, measured in turn with the publishers in this process.")
    report.progress("subject, map, filter, sink")
    measurePipeline(&report)
    report.progress("flatMap")
    measureFlatMap(&report)
    report.progress("receive(on:)")
    measureReceiveOn(&report)
}

private let values = 100_000

private func measurePipeline(_ report: inout Report) {
    let subject = PassthroughSubject<Int, Never>()
    var published = 0
    let cancellable = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { published &+= $0 }
    var called = 0
    let sink = opaque { called &+= $0 }
    let filter = opaque { if $0 & 1 == 0 { sink($0) } }
    let chain = opaque { filter($0 &* 3) }
    report.add(
        "map_filter_sink", values: values,
        publishers: { for value in 0..<values { subject.send(value) } },
        closures: { for value in 0..<values { chain(value) } })
    keep((published, called))
    cancellable.cancel()
}

private func measureFlatMap(_ report: inout Report) {
    let subject = PassthroughSubject<Int, Never>()
    var published = 0
    let cancellable = subject.flatMap { Just($0 &+ 1) }.sink { published &+= $0 }
    var called = 0
    let sink = opaque { called &+= $0 }
    let chain = opaque { for inner in CollectionOfOne($0 &+ 1) { sink(inner) } }
    report.add(
        "flat_map", values: values,
        publishers: { for value in 0..<values { subject.send(value) } },
        closures: { for value in 0..<values { chain(value) } })
    keep((published, called))
    cancellable.cancel()
}

private func measureReceiveOn(_ report: inout Report) {
    let queue = DispatchQueue(label: "combine")
    let subject = PassthroughSubject<Int, Never>()
    // Only touched on the queue.
    nonisolated(unsafe) var published = 0
    nonisolated(unsafe) var called = 0
    let cancellable = subject.receive(on: queue).sink { published &+= $0 }
    let count = values / 10
    report.add(
        "receive_on", values: count,
        publishers: {
            for value in 0..<count { subject.send(value) }
            queue.sync {}
        },
        closures: {
            for value in 0..<count { queue.async { called &+= value } }
            queue.sync {}
        })
    keep((published, called))
    cancellable.cancel()
}

/// A closure that the optimiser cannot see through, as it cannot see through a publisher's.
@inline(never)
private func opaque(_ body: @escaping (Int) -> Void) -> (Int) -> Void {
    body
}

extension Report {
    /// Adds how many values a second go through, how long each takes, and how often each allocates.
    fileprivate mutating func add(
        _ name: String, values: Int, publishers: () -> Void, closures: () -> Void
    ) {
        let comparison = Stopwatch.compare(operations: values, candidate: publishers, baseline: closures)
        add(
            BenchmarkResult(
                name: name, value: 1e9 / comparison.value, unit: "values/s", baseline: 1e9 / comparison.baseline,
                ratio: 1 / comparison.ratio))
        add(name + "_time", comparison)
        guard let allocated = AllocationCount.during(publishers), let baseline = AllocationCount.during(closures) else {
            return
        }
        add(
            BenchmarkResult(
                name: name + "_allocations", value: Double(allocated) / Double(values), unit: "per value",
                baseline: Double(baseline) / Double(values)))
    }
}
