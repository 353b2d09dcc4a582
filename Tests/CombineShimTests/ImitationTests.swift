import CombineShim
import Testing

/// What Combine does where one might expect something else: code that meets it on Apple's platforms meets it here.
@Suite("Imitation: the shim goes along with Combine's peculiarities")
struct ImitationTests {
    @Test("a completion on its way through a scheduler arrives although the downstream cancels; values do not")
    func scheduledCompletion() {
        let scheduler = VirtualScheduler()
        func check<P: Publisher>(_ make: (Source<Int, Never>) -> P) where P.Output == Int, P.Failure == Never {
            let source = Source<Int, Never>()
            let probe = Probe<Int, Never>()
            make(source).subscribe(probe)
            source.send(1)
            source.send(completion: .finished)
            probe.cancel()
            scheduler.advance(by: .seconds(1))
            #expect(probe.received == ["finished"], "\(P.self)")
        }
        check { $0.receive(on: scheduler) }
        check { $0.delay(for: .seconds(1), scheduler: scheduler) }
    }

    @Test("replaceError hands down a subscription only when there is one above")
    func lateSubscription() {
        let source = Source<Int, Failed>(sendsSubscription: false)
        let probe = Probe<Int, Never>(.max(2))
        source.replaceError(with: 0).subscribe(probe)
        source.send(completion: .finished)
        #expect(probe.events == [])
        source.send(subscription: source.log)
        #expect(probe.events == ["subscription ReplaceError"])
        #expect(source.log.calls == ["request max(2)"])
    }

    @Test("zip cancels a publisher that fails as well as the others")
    func zipFailure() {
        let (first, second) = (Source<Int, Failed>(), Source<Int, Failed>())
        let probe = Probe<Int, Failed>()
        first.zip(second) { $0 + $1 }.subscribe(probe)
        first.send(completion: .failure(Failed()))
        #expect(first.log.calls == ["request unlimited", "cancel"])
        #expect(second.log.calls == ["request unlimited", "cancel"])
        #expect(probe.received == ["failure failed"])
    }

    @Test("throttle looks at the clock only while more may come")
    func throttleClock() {
        let scheduler = VirtualScheduler()
        let (source, probe) = (Source<Int, Never>(), Probe<Int, Never>())
        source.throttle(for: .seconds(1), scheduler: scheduler, latest: true).subscribe(probe)
        source.send(1)
        source.send(completion: .finished)
        let reads = scheduler.clockReads
        scheduler.advance()
        #expect(probe.received == ["1", "finished"])
        #expect(scheduler.clockReads == reads)
    }

    @Test("a cancel between a failure and its replacement is lost")
    func cancelBetween() {
        let (source, replacement) = (Source<Int, Failed>(), Source<Int, Failed>(sendsSubscription: false))
        let probe = Probe<Int, Failed>(.max(3))
        source.catch { _ in replacement }.subscribe(probe)
        source.send(completion: .failure(Failed()))
        probe.cancel()
        replacement.send(subscription: replacement.log)
        #expect(replacement.log.calls == ["request max(3)"])
    }

    @Test("an inner publisher is heard after the outer one has failed, or it has itself")
    func innerAfterTheEnd() {
        let (outer, inner) = (Source<Source<Int, Failed>, Failed>(), Source<Int, Failed>())
        let latest = Probe<Int, Failed>(.max(2))
        outer.switchToLatest().subscribe(latest)
        outer.send(inner)
        outer.send(completion: .failure(Failed()))
        #expect(inner.log.calls == ["request max(2)", "cancel"])
        inner.send(1)
        inner.send(completion: .finished)
        #expect(latest.received == ["failure failed", "1"])

        let (publishers, first) = (Source<Source<Int, Failed>, Failed>(), Source<Int, Failed>())
        let second = Source<Int, Failed>()
        let flat = Probe<Int, Failed>(.max(3))
        publishers.flatMap { $0 }.subscribe(flat)
        publishers.send(first)
        publishers.send(second)
        first.send(completion: .failure(Failed()))
        second.send(2)
        first.send(1)
        #expect(flat.received == ["failure failed", "1"])
    }

    @Test("switchToLatest passes on every end of the outer publisher, and keeps an inner one that comes after it")
    func outerEnds() {
        let outer = Source<Source<Int, Failed>, Failed>()
        let probe = Probe<Int, Failed>()
        outer.switchToLatest().subscribe(probe)
        outer.send(completion: .finished)
        outer.send(completion: .failure(Failed()))
        #expect(probe.received == ["finished", "failure failed"])

        let (failing, late) = (Source<Source<Int, Failed>, Failed>(), Source<Int, Failed>(sendsSubscription: false))
        failing.switchToLatest().subscribe(Probe(.max(4)))
        failing.send(late)
        failing.send(completion: .failure(Failed()))
        late.send(subscription: late.log)
        #expect(late.log.calls == ["request max(4)"])
    }

    @Test("some operators rely on their upstream to send nothing after the end")
    func afterTheEnd() {
        func events<P: Publisher>(_ make: (Source<Int, Failed>) -> P) -> [String] where P.Output == Int {
            let source = Source<Int, Failed>()
            let probe = Probe<Int, P.Failure>()
            make(source).subscribe(probe)
            source.send(1)
            source.send(completion: .finished)
            source.send(2)
            source.send(completion: .failure(Failed()))
            return probe.received
        }
        func throwing(_ value: Int) throws -> Int {
            if value == 1 { throw Failed("one") }
            return value
        }
        #expect(events { $0.tryMap(throwing) } == ["failure one", "2"])
        #expect(events { $0.tryScan(0) { try throwing($1) } } == ["failure one", "2"])
        #expect(events { $0.prefix(3) } == ["1", "finished", "2"])
        #expect(events { $0.dropFirst(1) } == ["finished", "2", "failure failed"])
        #expect(events { $0.collect(1).map(\.count) } == ["1", "finished", "failure failed"])
    }

    @Test("tryMap fails as often as its closure throws, tryScan once")
    func repeatedFailure() {
        let source = Source<Int, Failed>()
        let (mapped, scanned) = (Probe<Int, any Error>(), Probe<Int, any Error>())
        source.tryMap { _ -> Int in throw Failed() }.subscribe(mapped)
        source.send(1)
        source.send(2)
        #expect(mapped.received == ["failure failed", "failure failed"])
        source.tryScan(0) { _, _ in throw Failed() }.subscribe(scanned)
        source.send(1)
        source.send(2)
        #expect(scanned.received == ["failure failed"])
    }

    @Test("dropFirst serves an upstream that comes again after its end")
    func dropAgain() {
        let (source, probe) = (Source<Int, Never>(), Probe<Int, Never>(.max(2)))
        source.dropFirst(3).subscribe(probe)
        source.send(completion: .finished)
        let second = Log()
        source.send(subscription: second)
        #expect(second.calls == ["request max(5)"])
    }
}
