import CacheManagement
import TestSupport
import Testing

/// Optimistic operations against loads, writes and one another, each row under a thousand schedules.
@Suite("Schedules: optimistic operations")
struct MutationScheduleTests {
    let one = CacheKey(1, in: CacheScope.alice)

    typealias Step = Simulation.Step

    /// One operation from its beginning to its end. The source takes it in some time before the reply.
    func operation(_ number: Int, succeeds: Bool = true) -> [Step] {
        let id = Box<UInt64>(0)
        let begin: Step = { id.value = $0.begin(number, on: one) }
        let end: Step = { $0.resolve(id.value, on: one, isCommitted: succeeds) }
        return succeeds ? [begin, { $0.commit(number, on: one) }, end] : [begin, end]
    }

    /// A value under a script's hands.
    final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    /// What is visible in the end.
    func visible(_ simulation: Simulation) -> [Int]? {
        simulation.core.peek(one, at: simulation.now)?.value.operations
    }

    /// Puts a first value in, before anything else happens.
    func start(_ simulation: inout Simulation) {
        simulation.set(one, Document(readAt: 0))
        simulation.run([[]])
    }

    @Test("C61, C65: of operations that succeed none is lost, and they stay in the order in which they began")
    func c61() {
        forEachSchedule { simulation in
            start(&simulation)
            let began = Box<[Int]>([])
            let scripts = (1...3).map { number -> [Step] in
                var steps = operation(number)
                steps.insert({ _ in began.value.append(number) }, at: 0)
                return steps
            }
            // Beginning and noting the order are one step.
            simulation.run(
                scripts.map { steps in
                    [
                        {
                            steps[0](&$0); steps[1](&$0)
                        }
                    ] + steps.dropFirst(2)
                })
            simulation.expect(visible(simulation) == began.value, "\(String(describing: visible(simulation)))")
        }
    }

    @Test("C62: operations that all fail end at the committed value")
    func c62() {
        forEachSchedule { simulation in
            start(&simulation)
            simulation.observe(0, one)
            simulation.run((1...3).map { operation($0, succeeds: false) })
            simulation.expect(visible(simulation) == [], "\(String(describing: visible(simulation)))")
        }
    }

    @Test("C63: a read that overlaps a change never hides it: what is fresh in the end is what the source has")
    func c63() {
        forEachSchedule { simulation in
            start(&simulation)
            let reads: [[Step]] = (0..<4).map { number in [{ $0.read(number, one, .networkOnly) }] }
            simulation.run(reads + [operation(1), operation(2)])
            guard let last = simulation.core.peek(one, at: simulation.now) else {
                simulation.expect(false, "the value is gone")
                return
            }
            let source = Set(simulation.source[one] ?? [])
            simulation.expect(
                last.isStale || Set(last.value.operations) == source, "\(last.value) is fresh, the source has \(source)"
            )
            simulation.expect(Set(last.value.operations).isSuperset(of: source), "a change is hidden")
        }
    }

    @Test("C63: observed, the value is loaded anew after the changes, and ends as what the source has")
    func c63Observed() {
        forEachSchedule { simulation in
            start(&simulation)
            simulation.observe(0, one)
            let reads: [[Step]] = (0..<3).map { number in [{ $0.read(number, one, .networkOnly) }] }
            simulation.run(reads + [operation(1), operation(2, succeeds: false), operation(3)])
            let last = simulation.core.peek(one, at: simulation.now)
            simulation.expect(last?.isStale == false, "the observed value is stale in the end")
            simulation.expect(
                last?.value.operations == simulation.source[one], "\(String(describing: last)) is not the source's")
        }
    }

    @Test("C64: rolling back one of three leaves the other two")
    func c64() {
        forEachSchedule { simulation in
            start(&simulation)
            simulation.run([operation(1), operation(2, succeeds: false), operation(3)])
            simulation.expect(
                Set(visible(simulation) ?? []) == [1, 3], "\(String(describing: visible(simulation)))")
        }
    }

    @Test("a clear in the middle of operations leaves nothing of them")
    func clear() {
        forEachSchedule { simulation in
            start(&simulation)
            simulation.run([operation(1), operation(2, succeeds: false), [{ $0.clear(.alice) }]])
            simulation.expect(visible(simulation) == nil, "\(String(describing: visible(simulation)))")
        }
    }
}

/// What observers see, each row under a thousand schedules.
@Suite("Schedules: observers")
struct ObserverScheduleTests {
    let one = CacheKey(1, in: CacheScope.alice)

    typealias Step = Simulation.Step

    @Test(
        "C69, C70: however writes and observations interleave, versions rise and the last update is the current value")
    func c70() {
        forEachSchedule { simulation in
            let writers: [[Step]] = (0..<4).map { writer in
                (0..<3).map { number in { $0.set(one, Document(readAt: 0, operations: [writer, number])) } }
            }
            let observers: [[Step]] = (0..<3).map { number in [{ $0.observe(number, one) }] }
            // Versions and last updates are checked for every schedule.
            simulation.run(writers + observers + [[{ $0.remove(one) }], [{ $0.read(0, one) }]])
        }
    }

    @Test("C13: an observer is told of a clear once, before any later value")
    func c13() {
        forEachSchedule { simulation in
            simulation.set(one, Document(readAt: 0, operations: [1]))
            simulation.run([[]])
            simulation.observe(0, one)
            simulation.run([
                [{ $0.set(one, Document(readAt: 0, operations: [2])) }], [{ $0.clear(.alice) }],
                [{ $0.read(0, one) }],
            ])
            let updates = simulation.observers[0]?.updates ?? []
            let clears = updates.indices.filter { if case .cleared = updates[$0] { true } else { false } }
            simulation.expect(clears.count == 1, "told \(clears.count) times")
        }
    }

    @Test("C71: an observer that comes back late finds one value, the newest")
    func c71() {
        forEachSchedule { simulation in
            simulation.observe(0, one)
            // It does not listen before all is written.
            simulation.observers[0]?.isListening = true
            simulation.run([(1...10).map { number in { $0.set(one, Document(readAt: 0, operations: [number])) } }])
            simulation.observers[0]?.isListening = false
            simulation.run([[]])
            let seen = simulation.observers[0]?.updates.compactMap(\.value) ?? []
            let current = simulation.core.peek(one, at: simulation.now)?.value
            simulation.expect(seen == [current].compactMap(\.self), "\(seen)")
        }
    }

    @Test("C76: an equal value is not told, whoever writes it, and when")
    func c76() {
        forEachSchedule { simulation in
            simulation.observe(0, one)
            simulation.run((0..<6).map { writer in [{ $0.set(one, Document(readAt: 0, operations: [writer % 2])) }] })
            let seen = simulation.observers[0]?.updates.compactMap(\.value) ?? []
            simulation.expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 }, "\(seen)")
        }
    }

    @Test("C73: readers, observers and operations that come and go leave nothing behind")
    func c73() {
        forEachSchedule(CachePolicy(freshFor: .zero)) { simulation in
            let scripts: [[Step]] = (0..<5).map { number in
                let key = CacheKey(number % 2, in: CacheScope.alice)
                return [
                    { $0.observe(number, key) }, { $0.read(number, key) }, { $0.invalidate(key) },
                    { $0.cancel(number) }, { $0.stopObserving(number) },
                ]
            }
            simulation.run(scripts)
        }
    }
}
