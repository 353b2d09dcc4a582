import CombineShim
import Testing

@Suite("Rules 1-9: demand of sources, sinks and simple operators")
struct DemandRules {
    @Test("Rule 1: nothing is delivered before a request, and a value without demand is lost")
    func nothingBeforeRequest() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = Probe<Int, Never>(.none)
        subject.subscribe(probe)
        subject.send(1)
        probe.request(.max(1))
        subject.send(2)
        subject.send(3)
        #expect(probe.events == ["subscription PassthroughSubject", "2"])

        let elements = Probe<Int, Never>(.none)
        [1, 2].publisher.subscribe(elements)
        #expect(elements.received == [])
        elements.request(.max(1))
        #expect(elements.received == ["1"])
    }

    @Test("Rule 2: a current value is replayed once per subscriber, at its first request")
    func replayAtFirstRequest() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let first = Probe<Int, Never>(.none)
        let second = Probe<Int, Never>(.max(5))
        subject.subscribe(first)
        subject.subscribe(second)
        #expect(first.received == [])
        #expect(second.received == ["1"])
        first.request(.max(2))
        first.request(.max(2))
        #expect(first.received == ["1"])
    }

    @Test("Rule 3: values sent without demand are conflated to the latest")
    func conflation() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let probe = Probe<Int, Never>(.max(1))
        subject.subscribe(probe)
        subject.send(1)
        subject.send(2)
        #expect(probe.received == ["0"])
        probe.request(.max(1))
        #expect(probe.received == ["0", "2"])
        probe.request(.max(1))
        #expect(probe.received == ["0", "2"])
        subject.send(3)
        #expect(probe.received == ["0", "2", "3"])
    }

    @Test("Rule 4: demand adds up, unlimited absorbs, subtraction stops at none")
    func demandArithmetic() {
        typealias Demand = Subscribers.Demand
        #expect(Demand.max(2) + .max(3) == .max(5))
        #expect(Demand.max(2) + .unlimited == .unlimited)
        #expect(Demand.unlimited + 5 == .unlimited)
        #expect(Demand.unlimited - 5 == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.max(2) - .max(3) == .none)
        #expect(Demand.max(2) - 3 == .none)
        #expect(Demand.max(2) - .unlimited == .none)
        #expect(Demand.max(.max) + 1 == .unlimited)
        #expect(Demand.max(.max) * 2 == .unlimited)
        #expect(Demand.max(3) * 2 == .max(6))
        #expect(Demand.unlimited * 0 == .unlimited)
        #expect(Demand.max(1) < .unlimited)
        #expect(!(Demand.unlimited < .unlimited))
        #expect(Demand.unlimited <= .unlimited)
        #expect(Demand.unlimited > Int.max)
        #expect(Int.max < Demand.unlimited)
        #expect(Demand.max(2) == 2)
        #expect(Demand.max(2) != 3)
        #expect(Demand.unlimited != 3)
        #expect(Demand.unlimited.max == nil)
        #expect("\(Demand.unlimited)" == "unlimited")
        #expect("\(Demand.max(2))" == "max(2)")

        var wanted = 0
        let probe = Probe<Int, Never>(
            .max(1),
            onValue: { _ in
                wanted += 1
                return wanted == 1 ? .max(1) : .none
            })
        [1, 2, 3].publisher.subscribe(probe)
        #expect(probe.received == ["1", "2"])
    }

    @Test("Rule 4: a negative demand traps")
    func negativeDemandTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = Subscribers.Demand.max(-1)
        }
    }

    @Test("Rule 5: asking for nothing traps where what is owed is counted")
    func requestOfNothingTraps() async {
        await #expect(processExitsWith: .failure) { requestNothing(Just(1)) }
        await #expect(processExitsWith: .failure) { requestNothing(Future<Int, Never> { _ in }) }
        await #expect(processExitsWith: .failure) { requestNothing(PassthroughSubject<Int, Never>()) }
        await #expect(processExitsWith: .failure) { requestNothing(CurrentValueSubject<Int, Never>(1)) }
        await #expect(processExitsWith: .failure) { requestNothing(Empty<Int, Never>().flatMap { Just($0) }) }
        await #expect(processExitsWith: .failure) {
            requestNothing(Empty<Int, Never>(completeImmediately: false).map { Just($0) }.switchToLatest())
        }
        await #expect(processExitsWith: .failure) {
            requestNothing(PassthroughSubject<Int, Never>().dropFirst())
        }
    }

    @Test("Rule 5: operators that pass demand on pass on none")
    func passThroughForwardsNothing() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.none)
        source.handleEvents().subscribe(probe)
        probe.request(.none)
        #expect(source.log.calls == ["request max(0)"])
    }

    @Test("Rule 6: Sink and Assign ask for everything once and never for more")
    func sinksAskOnce() {
        final class Target {
            var value = 0
        }
        let source = Source<Int, Never>()
        let sink = source.sink { _ in }
        #expect(source.send(1) == .none)
        #expect(source.log.calls == ["request unlimited"])
        sink.cancel()

        let assigned = Source<Int, Never>()
        let target = Target()
        let assignment = assigned.assign(to: \.value, on: target)
        #expect(assigned.send(7) == .none)
        #expect(assigned.log.calls == ["request unlimited"])
        #expect(target.value == 7)
        assignment.cancel()
    }

    @Test("Rule 7: Just emits at the first request and finishes; Fail and Empty need none")
    func simpleSources() {
        let just = Probe<Int, Never>(.none)
        Just(1).subscribe(just)
        #expect(just.events == ["subscription Just"])
        just.request(.max(1))
        #expect(just.received == ["1", "finished"])

        let cancelled = Probe<Int, Never>(onSubscription: { $0.cancel() })
        Just(1).subscribe(cancelled)
        #expect(cancelled.received == [])

        let fail = Probe<Int, Failed>(.none)
        Fail<Int, Failed>(error: Failed()).subscribe(fail)
        #expect(fail.events == ["subscription Empty", "failure failed"])

        let empty = Probe<Int, Never>(.none)
        Empty<Int, Never>().subscribe(empty)
        #expect(empty.received == ["finished"])

        let never = Probe<Int, Never>()
        Empty<Int, Never>(completeImmediately: false).subscribe(never)
        #expect(never.received == [])
    }

    @Test("Rule 8: what is swallowed is asked for again, so that a finite consumer does not starve")
    func swallowedValuesAreReplaced() {
        let source = Source<Int, Never>()
        source.filter { $0 > 1 }.subscribe(Probe(.max(1)))
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .none)

        let compacted = Source<Int, Never>()
        compacted.compactMap { $0 > 1 ? $0 : nil }.subscribe(Probe(.max(1)))
        #expect(compacted.send(1) == .max(1))

        let unique = Source<Int, Never>()
        unique.removeDuplicates().subscribe(Probe(.max(1)))
        #expect(unique.send(1) == .none)
        #expect(unique.send(1) == .max(1))

        let numbers = (1...10).publisher
        #expect(firstThree(numbers.filter { $0 % 2 == 0 }) == ["2", "4", "6"])
        #expect(firstThree(numbers.compactMap { $0 > 4 ? $0 : nil }) == ["5", "6", "7"])
        #expect(firstThree(numbers.map { $0 / 2 }.removeDuplicates()) == ["0", "1", "2"])
        #expect(firstThree(numbers.dropFirst(4)) == ["5", "6", "7"])
    }

    @Test("Rule 9: first cancels upstream, then completes, and asks for no more")
    func firstCancelsBeforeItCompletes() {
        let source = Source<Int, Never>()
        var order: [String] = []
        source.log.onCancel = { order.append("cancel") }
        let probe = Probe<Int, Never>(onValue: { _ in
            order.append("value")
            return .max(9)
        })
        source.first().subscribe(probe)
        #expect(source.send(1) == .none)
        #expect(source.send(2) == .none)
        #expect(order == ["cancel", "value"])
        #expect(source.log.calls == ["request unlimited", "cancel"])
        #expect(probe.received == ["1", "finished"])
    }

    private func firstThree<P: Publisher>(_ publisher: P) -> [String] where P.Output == Int, P.Failure == Never {
        let probe = Probe<Int, Never>(.max(3))
        publisher.subscribe(probe)
        return probe.received
    }
}

/// Subscribes and asks for nothing.
func requestNothing<P: Publisher>(_ publisher: P) {
    publisher.subscribe(Probe<P.Output, P.Failure>(.none, onSubscription: { $0.request(.none) }))
}
