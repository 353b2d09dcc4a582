import CombineShim
import Testing

@Suite("Rules 10-17: demand of operators with several publishers, of time and of await")
struct FlatteningRules {
    @Test("Rule 10: flatMap asks for maxPublishers once, then for one per finished inner publisher")
    func flatMapAsksPerFinishedInner() {
        let source = Source<Int, Never>()
        var inners: [PassthroughSubject<Int, Never>] = []
        let probe = Probe<Int, Never>()
        source.flatMap(maxPublishers: .max(2)) { _ in
            inners.append(PassthroughSubject())
            return inners[inners.count - 1]
        }.subscribe(probe)
        source.send(1)
        source.send(2)
        #expect(source.log.calls == ["request max(2)"])
        inners[0].send(completion: .finished)
        #expect(source.log.calls == ["request max(2)", "request max(1)"])
        source.send(3)
        inners[2].send(30)
        #expect(probe.received == ["30"])
    }

    @Test("Rule 11: flatMap asks inner publishers for one at a time, buffers, and delivers the buffer first")
    func flatMapBuffers() {
        let source = Source<Int, Never>()
        let inner = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(1))
        source.flatMap { _ in inner }.subscribe(probe)
        source.send(0)
        #expect(inner.log.calls == ["request max(1)"])
        #expect(inner.send(1) == .max(1))
        #expect(inner.send(2) == .none)
        #expect(probe.received == ["1"])
        probe.request(.max(2))
        #expect(probe.received == ["1", "2"])
        #expect(inner.log.calls == ["request max(1)", "request max(1)"])

        let eager = Source<Int, Never>()
        let eagerOuter = Source<Int, Never>()
        eagerOuter.flatMap { _ in eager }.subscribe(Probe())
        eagerOuter.send(0)
        #expect(eager.log.calls == ["request unlimited"])
    }

    @Test("Rule 11: unlimited demand that comes later reaches the running inner publishers")
    func flatMapBecomesUnlimited() {
        let source = Source<Int, Never>()
        let inner = Source<Int, Never>()
        let probe = Probe<Int, Never>(.none)
        source.flatMap { _ in inner }.subscribe(probe)
        source.send(0)
        inner.send(1)
        probe.request(.unlimited)
        #expect(inner.log.calls == ["request max(1)", "request unlimited"])
        inner.send(2)
        #expect(probe.received == ["1", "2"])
    }

    @Test("Rule 12: flatMap finishes last of all, and the first failure cancels the rest")
    func flatMapEnds() {
        let outer = PassthroughSubject<Int, Failed>()
        let inners = [Source<Int, Failed>(), Source<Int, Failed>()]
        let probe = Probe<Int, Failed>(.max(1))
        outer.flatMap { inners[$0] }.subscribe(probe)
        outer.send(0)
        outer.send(1)
        outer.send(completion: .finished)
        inners[0].send(10)
        inners[0].send(11)
        inners[0].send(completion: .finished)
        inners[1].send(completion: .finished)
        #expect(probe.received == ["10"])
        probe.request(.max(1))
        #expect(probe.received == ["10", "11", "finished"])

        let failing = PassthroughSubject<Int, Failed>()
        let parts = [Source<Int, Failed>(), Source<Int, Failed>()]
        let other = Probe<Int, Failed>()
        failing.flatMap { parts[$0] }.subscribe(other)
        failing.send(0)
        failing.send(1)
        parts[0].send(completion: .failure(Failed()))
        #expect(parts[1].log.calls == ["request unlimited", "cancel"])
        parts[1].send(1)
        failing.send(completion: .finished)
        #expect(other.received == ["failure failed"])
    }

    @Test("Rule 13: switchToLatest cancels the old one first and hands its demand on")
    func switchToLatestMovesDemand() {
        let outer = PassthroughSubject<Source<Int, Never>, Never>()
        let (first, second) = (Source<Int, Never>(), Source<Int, Never>())
        let probe = Probe<Int, Never>(.max(3))
        outer.switchToLatest().subscribe(probe)
        outer.send(first)
        first.send(1)
        var subscribedAtCancel: Int?
        first.log.onCancel = { subscribedAtCancel = second.subscriptions }
        outer.send(second)
        #expect(subscribedAtCancel == 0)
        #expect(first.log.calls == ["request max(3)", "cancel"])
        #expect(second.log.calls == ["request max(2)"])
        first.send(2)
        second.send(3)
        #expect(probe.received == ["1", "3"])
        outer.send(completion: .finished)
        #expect(probe.received == ["1", "3"])
        second.send(completion: .finished)
        #expect(probe.received == ["1", "3", "finished"])
    }

    @Test("Rule 14: merge passes on everything, one value at a time when demand is finite, and fails at once")
    func mergeDemand() {
        let (a, b) = (Source<Int, Failed>(), Source<Int, Failed>())
        let probe = Probe<Int, Failed>(.max(1))
        a.merge(with: b.eraseToAnyPublisher()).subscribe(probe)
        #expect(a.log.calls == ["request max(1)"])
        #expect(b.log.calls == ["request max(1)"])
        #expect(a.send(1) == .max(1))
        #expect(b.send(2) == .none)
        #expect(probe.received == ["1"])
        probe.request(.unlimited)
        #expect(probe.received == ["1", "2"])
        #expect(a.log.calls == ["request max(1)", "request unlimited"])
        a.send(completion: .failure(Failed()))
        #expect(b.log.calls.last == "cancel")
        #expect(probe.received == ["1", "2", "failure failed"])
    }

    @Test("Rule 14: combineLatest asks every publisher, waits for all of them, and fails at once")
    func combineLatestDemand() {
        let (a, b) = (Source<Int, Failed>(), Source<Int, Failed>())
        let probe = Probe<String, Failed>(.max(2))
        a.combineLatest(b) { "\($0)\($1)" }.subscribe(probe)
        #expect(a.log.calls == ["request max(2)"])
        #expect(b.log.calls == ["request max(2)"])
        a.send(1)
        a.send(2)
        #expect(probe.received == [])
        b.send(5)
        a.send(3)
        a.send(4)
        #expect(probe.received == ["25", "35"])
        probe.request(.max(1))
        b.send(6)
        #expect(probe.received == ["25", "35", "46"])
        b.send(completion: .failure(Failed()))
        #expect(a.log.calls.last == "cancel")
        #expect(probe.received.last == "failure failed")
    }

    @Test("Rule 14: merge and combineLatest finish when all have, zip when no tuple can come")
    func finishing() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let merged = Probe<Int, Never>()
        let combined = Probe<String, Never>()
        let zipped = Probe<String, Never>()
        a.merge(with: b.map { $0 }).subscribe(merged)
        a.combineLatest(b) { "\($0)\($1)" }.subscribe(combined)
        a.zip(b) { "\($0)\($1)" }.subscribe(zipped)
        a.send(1)
        a.send(2)
        b.send(3)
        a.send(completion: .finished)
        #expect(merged.received == ["1", "2", "3"])
        #expect(combined.received == ["23"])
        #expect(zipped.received == ["13"])
        b.send(4)
        #expect(zipped.received == ["13", "24", "finished"])
        b.send(completion: .finished)
        #expect(merged.received == ["1", "2", "3", "4", "finished"])
        #expect(combined.received == ["23", "24", "finished"])
    }

    @Test("Rule 15: catch hands the remaining demand to the replacement")
    func catchHandsDemandOn() {
        let source = Source<Int, Failed>()
        let replacement = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(3))
        source.catch { _ in replacement }.subscribe(probe)
        source.send(1)
        source.send(completion: .failure(Failed()))
        #expect(replacement.log.calls == ["request max(2)"])
        replacement.send(2)
        replacement.send(completion: .finished)
        #expect(probe.received == ["1", "2", "finished"])
    }

    @Test("Rule 15: prepend subscribes to the second publisher after the first and hands it the unmet demand")
    func prependHandsDemandOn() {
        let (first, second) = (Source<Int, Never>(), Source<Int, Never>())
        let probe = Probe<Int, Never>(.max(3))
        second.prepend(first).subscribe(probe)
        #expect(second.subscriptions == 0)
        first.send(1)
        first.send(completion: .finished)
        #expect(second.log.calls == ["request max(2)"])
        second.send(2)
        #expect(probe.received == ["1", "2"])

        let appended = Probe<Int, Never>()
        [1].publisher.eraseToAnyPublisher().append(2, 3).append([4]).prepend(0).subscribe(appended)
        #expect(appended.received == ["0", "1", "2", "3", "4", "finished"])
    }

    @Test("Rule 16: debounce asks for everything, and drops what waits at the end or is not wanted when due")
    func debounceDrops() {
        let scheduler = VirtualScheduler()
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(1))
        source.debounce(for: .seconds(1), scheduler: scheduler).subscribe(probe)
        #expect(source.log.calls == ["request unlimited"])
        source.send(1)
        scheduler.advance(by: .milliseconds(500))
        source.send(2)
        scheduler.advance(by: .milliseconds(999))
        #expect(probe.received == [])
        scheduler.advance(by: .milliseconds(1))
        #expect(probe.received == ["2"])
        source.send(3)
        scheduler.advance(by: .seconds(2))
        #expect(probe.received == ["2"])
        probe.request(.max(1))
        source.send(4)
        source.send(completion: .finished)
        scheduler.advance(by: .seconds(2))
        #expect(probe.received == ["2", "finished"])
        #expect(scheduler.pending == 0)
    }

    @Test("Rule 17: each next() of values asks for one value, and there is no buffer")
    func valuesHaveNoBuffer() async {
        let source = Source<Int, Never>()
        source.log.onRequest = { _ in source.send(source.log.calls.count) }
        var iterator = source.values.makeAsyncIterator()
        #expect(source.log.calls == [])
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
        #expect(source.log.calls == ["request max(1)", "request max(1)"])

        let subject = CurrentValueSubject<Int, Never>(0)
        var latest = subject.values.makeAsyncIterator()
        #expect(await latest.next() == 0)
        subject.send(1)
        subject.send(2)
        subject.send(3)
        #expect(await latest.next() == 3)
    }
}
