import CacheManagement
import TestSupport
import Testing

/// The rows of the race table, each under a thousand schedules of the state machine.
@Suite("Schedules: loads, invalidation, clearing, waiters")
struct ScheduleTests {
    static let one = CacheKey(1, in: CacheScope.alice)
    static let bobs = CacheKey(1, in: CacheScope.bob)
    let one = ScheduleTests.one
    let bobs = ScheduleTests.bobs

    typealias Step = Simulation.Step

    /// Reads by so many readers, one script each.
    func readers(_ numbers: Range<Int>, _ key: CacheKey<Int> = one, _ policy: FetchPolicy = .cacheFirst) -> [[Step]] {
        numbers.map { number in [{ $0.read(number, key, policy) }] }
    }

    @Test("C1: an invalidation during the first load is not lost, and an observer sees the new value")
    func c1() {
        forEachSchedule { simulation in
            simulation.observe(0, one)
            simulation.run(readers(0..<2) + [[{ $0.invalidate(one) }]])
            let last = simulation.core.peek(one, at: simulation.now)
            simulation.expect(last?.isStale == false, "the observed value is stale in the end")
            simulation.expect(
                (last?.value.readAt ?? 0) >= simulation.lastInvalidation[one] ?? 0, "the value is older than that")
        }
    }

    @Test("C2: five invalidations during one load make exactly one more")
    func c2() {
        forEachSchedule { simulation in
            simulation.observe(0, one)
            var landed = 0
            simulation.run(readers(0..<1) + [(0..<5).map { _ in { $0.invalidate(one) } }])
            landed = simulation.loads.count
            let last = simulation.core.peek(one, at: simulation.now)
            simulation.expect(last?.isStale == false, "the observed value is stale in the end")
            // One load at a time for the observer: never more than one a change, and one more for the reader.
            simulation.expect(landed <= 6, "\(landed) loads")
        }
        forEachSchedule { simulation in
            simulation.observe(0, one)
            simulation.read(0, one)
            for _ in 0..<5 { simulation.invalidate(one) }
            simulation.run([[]])
            simulation.expect(simulation.loads.count == 2, "\(simulation.loads.count) loads")
        }
    }

    @Test("C3: a refresh that ends after a removal does not bring the value back")
    func c3() {
        forEachSchedule { simulation in
            simulation.run([
                [{ $0.set(one, Document(readAt: 0)) }], [{ $0.read(0, one, .networkOnly) }], [{ $0.remove(one) }],
            ])
            let removal = simulation.lastInvalidation[one] ?? 0
            let last = simulation.core.peek(one, at: simulation.now)?.value
            simulation.expect(
                last.map { $0.readAt == 0 || $0.readAt >= removal } ?? true, "the value is older than the removal")
        }
    }

    @Test("C4: after the last clear nothing from before it is readable")
    func c4() {
        forEachSchedule { simulation in
            let clears: [Step] = [{ $0.clear(.alice) }, { $0.clear(.alice) }]
            simulation.observe(0, one)
            simulation.run(
                readers(0..<4) + readers(4..<8, one, .networkOnly) + [clears, [{ $0.invalidate(one) }]])
            // The checks after each step compare every readable value with the last clear.
            for number in 0..<8 {
                let clear = simulation.lastClear[.alice] ?? 0
                guard let reader = simulation.readers[number], reader.startedAt >= clear else { continue }
                simulation.expect(
                    (simulation.answer(of: number)?.readAt ?? 0) >= clear, "reader \(number) got an old value")
            }
        }
    }

    @Test("C5: a read after a clear or an invalidation never joins the old load")
    func c5() {
        forEachSchedule { simulation in
            let clears = simulation.random.next() % 2 == 0
            simulation.run(
                readers(0..<6) + [[{ clears ? $0.clear(.alice) : $0.invalidate(one) }]])
            let change = clears ? simulation.lastClear[.alice] ?? 0 : simulation.lastInvalidation[one] ?? 0
            for number in 0..<6 where (simulation.readers[number]?.startedAt ?? 0) > change {
                simulation.expect(
                    (simulation.answer(of: number)?.readAt ?? 0) >= change, "reader \(number) joined the old load")
            }
        }
    }

    @Test("C6, C9: a clear of one account touches nothing of another, and its late replies are not heard")
    func c6() {
        forEachSchedule { simulation in
            simulation.run(
                readers(0..<3) + readers(3..<6, bobs) + [[{ $0.clear(.alice) }]])
            for number in 3..<6 {
                simulation.expect(simulation.answer(of: number) != nil, "a reader of the other account was disturbed")
            }
            for number in 0..<3 {
                if let error = simulation.error(of: number) { simulation.expect(error.isCleared, "\(error)") }
            }
            simulation.expect(
                simulation.core.peek(bobs, at: simulation.now) != nil, "the other account's value is gone")
            simulation.expect(simulation.loads.values.filter { $0.key == bobs }.count == 1, "more than one load")
        }
    }

    @Test("C11: loads that overtake one another leave the newest value, and no reader goes back behind it")
    func c11() {
        forEachSchedule { simulation in
            // That values only get newer is checked after each step.
            simulation.run(readers(0..<6) + [(0..<4).map { _ in { $0.invalidate(one) } }])
            let last = simulation.core.peek(one, at: simulation.now)?.value.readAt
            let newest = simulation.loads.values.map(\.answer.readAt).max()
            simulation.expect(last == newest, "\(String(describing: last)), not \(String(describing: newest))")
        }
    }

    @Test("C17: cancelling one of ten waiters leaves nine")
    func c17() {
        forEachSchedule { simulation in
            let cancelled: [Step] = [{ $0.read(0, one) }, { $0.cancel(0) }]
            simulation.run(readers(1..<10) + [cancelled])
            for number in 1..<10 {
                simulation.expect(simulation.answer(of: number) != nil, "waiter \(number) got no value")
            }
            if let error = simulation.error(of: 0) { simulation.expect(error.isCancelled, "\(error)") }
            simulation.expect(simulation.loads.count <= 2, "\(simulation.loads.count) loads")
            // A second load follows only if the first was abandoned before anybody else came.
            simulation.expect(simulation.loads.count - simulation.cancellations == 1, "more than one load was kept")
        }
    }

    @Test("C19: every waiter of a failed load gets its error, and no other")
    func c19() {
        forEachSchedule { simulation in
            simulation.failure = { _ in .transient }
            simulation.run(readers(0..<10))
            for number in 0..<10 {
                let error = simulation.error(of: number)?.underlying as? SimulatedFailure
                simulation.expect(
                    error.map { simulation.loads[$0.flight] != nil } ?? false, "waiter \(number) has no such error")
            }
            let errors = Set(
                (0..<10).compactMap { (simulation.error(of: $0)?.underlying as? SimulatedFailure)?.flight })
            simulation.expect(errors.count == simulation.loads.count, "a load failed unheard")
        }
    }

    @Test("C20: readers that come and go while loads land are each resumed once")
    func c20() {
        forEachSchedule(CachePolicy(freshFor: .zero)) { simulation in
            let comings: [[Step]] = (0..<12).map { number in
                let read: Step = { $0.read(number, one) }
                return number % 3 == 0 ? [read, { $0.cancel(number) }] : [read]
            }
            // That each is resumed, and once, is checked for every schedule.
            simulation.run(comings + [[{ $0.invalidate(one) }, { $0.invalidate(one) }]])
        }
    }

    @Test("C21: load, cancel, load: the second load succeeds")
    func c21() {
        forEachSchedule { simulation in
            simulation.run([[{ $0.read(0, one) }, { $0.cancel(0) }, { $0.read(1, one) }]])
            simulation.expect(simulation.answer(of: 1) != nil, "\(String(describing: simulation.error(of: 1)))")
        }
    }

    @Test("C22: when the last waiter has left, the load is cancelled and not stored")
    func c22() {
        forEachSchedule { simulation in
            simulation.run((0..<3).map { number in [{ $0.read(number, one) }, { $0.cancel(number) }] })
            let wereCancelled = (0..<3).allSatisfy { simulation.answer(of: $0) == nil }
            if wereCancelled {
                simulation.expect(simulation.cancellations == simulation.loads.count, "a load went on for nobody")
                simulation.expect(simulation.core.peek(one, at: simulation.now) == nil, "its value was stored")
            }
        }
    }

    @Test("C23, C24: a cancelled waiter is resumed in the step in which it leaves, whatever the load does")
    func c24() {
        forEachSchedule { simulation in
            let cancel: Step = { simulation in
                let isWaiting = simulation.readers[0]?.answer == nil
                simulation.cancel(0)
                simulation.perform()
                let isCancelled = simulation.error(of: 0)?.isCancelled == true
                simulation.expect(isCancelled == isWaiting, "the waiter was not resumed")
            }
            // Sometimes another reader keeps the load alive.
            simulation.read(1, one, .networkOnly)
            simulation.run([[{ $0.read(0, one, .networkOnly) }, cancel]])
        }
    }
}
