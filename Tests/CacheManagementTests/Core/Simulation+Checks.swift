import CacheManagement
import Foundation
import Testing

extension Simulation {
    /// What must hold after every step.
    mutating func check() {
        // C16: something is loading if, and only if, a flight exists.
        let landing = writes.compactMap { write -> FlightID? in
            if case .landing(let id) = write.purpose { id } else { nil }
        }
        let flights = Set(core.flightIDs)
        expect(
            flights.isSubset(of: Set(running.keys).union(landing)) && flights.isSuperset(of: running.keys),
            "flights \(flights) and running loads \(running.keys) differ")
        for (key, newest) in newest {
            guard let visible = core.peek(key, at: now), visible.value.readAt > 0 else { continue }
            // C11: an older load never takes the place of a newer one.
            expect(
                visible.value.readAt >= newest, "a value from \(newest) gave way to one from \(visible.value.readAt)")
            self.newest[key] = visible.value.readAt
            // C4, C14: what is readable after a clear was read from the source after it.
            let clear = lastClear[key.scope] ?? 0
            expect(visible.value.readAt >= clear, "a value from before the clear is readable")
            // C1, C3: what is fresh was read from the source after the last invalidation.
            let invalidation = lastInvalidation[key] ?? 0
            expect(visible.isStale || visible.value.readAt >= invalidation, "an invalidated value is fresh")
        }
        expect(core.totalCost <= 100, "the cost \(core.totalCost) is above the limit")
    }

    /// What must hold when nothing is left to do.
    func checkEnd() {
        for (number, reader) in readers { expect(reader.answer != nil, "reader \(number) waits for ever") }
        // C70: the last update is what is cached.
        for (number, observer) in observers where !observer.isEnded {
            let current = core.peek(observer.key, at: now)?.value
            let seen = observer.updates.last?.value
            expect(
                seen == current,
                "observer \(number) saw \(String(describing: seen)), not \(String(describing: current))")
        }
        // C73: nothing is left of what is over.
        let isObserved = observers.values.contains { !$0.isEnded }
        expect(isObserved || core.recordCount == 0, "\(core.recordCount) records are left")
        expect(core.flightIDs.isEmpty, "flights are left")
    }

    func answer(of reader: Int) -> Document? { try? readers[reader]?.answer?.get().value }

    func error(of reader: Int) -> CacheError? {
        if case .failure(let error)? = readers[reader]?.answer { error } else { nil }
    }
}

/// Runs a scenario under a thousand schedules, stops at the first that fails, and says how to repeat it: with
/// `HARMONY_SEED` set, that schedule alone is run.
func forEachSchedule(
    _ policy: CachePolicy = .forever, count: UInt64 = 1_000, sourceLocation: SourceLocation = #_sourceLocation,
    _ scenario: (inout Simulation) -> Void
) {
    let replayed = ProcessInfo.processInfo.environment["HARMONY_SEED"].flatMap(UInt64.init)
    for seed in replayed.map({ $0...$0 }) ?? 0...count - 1 {
        var simulation = Simulation(seed: seed, policy: policy)
        scenario(&simulation)
        simulation.checkEnd()
        guard simulation.log.failures.isEmpty else {
            let failures = simulation.log.failures.prefix(5).joined(separator: "; ")
            Issue.record("\(failures). Repeat with HARMONY_SEED=\(seed)", sourceLocation: sourceLocation)
            return
        }
    }
}
