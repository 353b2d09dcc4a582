import CombineShim
import Testing

@Suite("Collecting by time")
struct CollectByTimeTests {
    private let scheduler = VirtualScheduler()
    private let subject = PassthroughSubject<Int, Failed>()

    private func advance(by seconds: Int = 0) {
        scheduler.advance(by: .seconds(seconds))
    }

    @Test("each interval gives an array, an empty one gives nothing, and a failure drops what is left")
    func byTime() {
        let probe = Probe<[Int], Failed>()
        subject.collect(.byTime(scheduler, .seconds(2))).subscribe(probe)
        subject.send(1)
        subject.send(2)
        advance(by: 1)
        #expect(probe.events == ["subscription CollectByTime"])
        advance(by: 1)
        advance(by: 4)
        subject.send(3)
        subject.send(completion: .failure(Failed()))
        advance(by: 2)
        #expect(probe.received == ["[1, 2]", "failure failed"])
        #expect(scheduler.pending == 0)
    }

    @Test("what is left at the end is delivered, on the scheduler")
    func end() {
        let probe = Probe<[Int], Failed>()
        subject.collect(.byTime(scheduler, .seconds(2))).subscribe(probe)
        subject.send(1)
        subject.send(completion: .finished)
        #expect(probe.received == [])
        advance()
        #expect(probe.received == ["[1]", "finished"])
    }

    @Test("a full array does not wait for the end of its interval")
    func byTimeOrCount() {
        let probe = Probe<[Int], Failed>()
        subject.collect(.byTimeOrCount(scheduler, .seconds(2), 2)).subscribe(probe)
        (1...5).forEach(subject.send)
        advance()
        #expect(probe.received == ["[1, 2]", "[3, 4]"])
        advance(by: 2)
        #expect(probe.received == ["[1, 2]", "[3, 4]", "[5]"])
        (6...8).forEach(subject.send)
        subject.send(completion: .finished)
        advance()
        #expect(probe.received.suffix(3) == ["[6, 7]", "[8]", "finished"])
    }

    @Test("values wait until an array is asked for; the upstream is asked for one at a time, or for whole arrays")
    func demand() {
        let (source, counted) = (Source<Int, Failed>(), Source<Int, Failed>())
        let probe = Probe<[Int], Failed>(.max(1))
        source.collect(.byTime(scheduler, .seconds(1))).subscribe(probe)
        for value in 1...3 {
            #expect(source.send(value) == .max(1))
            advance(by: 1)
        }
        #expect(probe.received == ["[1]"])
        probe.request(.max(2))
        advance(by: 1)
        #expect(probe.received == ["[1]", "[2, 3]"])
        #expect(source.log.calls == ["request max(1)", "request max(1)"])

        counted.collect(.byTimeOrCount(scheduler, .seconds(1), 3)).subscribe(Probe(.max(2), onValue: { _ in .max(1) }))
        (1...3).forEach { #expect(counted.send($0) == .none) }
        advance()
        #expect(counted.log.calls == ["request max(6)", "request max(3)"])
    }

    @Test("nothing comes after a cancel, not even what is full")
    func cancelled() {
        let probe = Probe<[Int], Failed>()
        subject.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).subscribe(probe)
        (1...5).forEach(subject.send)
        subject.send(completion: .finished)
        probe.cancel()
        advance(by: 5)
        #expect(probe.received == [])
        #expect(scheduler.pending == 0)
    }
}
