import CombineShim
import Testing

@Suite("Operators with a trigger, a clock or a debugger")
struct UntilTests {
    @Test("prefix(untilOutputFrom:) ends at the other's first value")
    func prefixUntil() {
        let (upstream, other) = (PassthroughSubject<Int, Failed>(), PassthroughSubject<String, Never>())
        let probe = Probe<Int, Failed>()
        upstream.prefix(untilOutputFrom: other).subscribe(probe)
        upstream.send(1)
        other.send("stop")
        upstream.send(2)
        upstream.send(completion: .failure(Failed()))
        #expect(probe.events == ["subscription PrefixUntilOutput", "1", "finished"])
    }

    @Test("prefix(untilOutputFrom:) goes on when the other completes, and lets it go when the upstream does")
    func prefixUntilEnds() {
        let upstream = PassthroughSubject<Int, Failed>()
        let other = CurrentValueSubject<Int, Failed>(0)
        let quiet = Probe<Int, Failed>()
        upstream.prefix(untilOutputFrom: Fail<Int, Failed>(error: Failed())).subscribe(quiet)
        upstream.send(1)
        #expect(quiet.received == ["1"])
        let listening = Source<Int, Never>()
        upstream.prefix(untilOutputFrom: listening).subscribe(Probe())
        upstream.send(completion: .finished)
        #expect(listening.log.calls == ["request max(1)", "cancel"])
        let late = Probe<Int, Failed>()
        upstream.prefix(untilOutputFrom: other).subscribe(late)
        #expect(late.events == ["subscription Empty", "finished"])
    }

    @Test("prefix(untilOutputFrom:) cancels both")
    func prefixUntilCancels() {
        let (upstream, other) = (Source<Int, Never>(), Source<Int, Never>())
        let probe = Probe<Int, Never>()
        upstream.prefix(untilOutputFrom: other).subscribe(probe)
        probe.cancel()
        #expect(
            upstream.log.calls == ["request unlimited", "cancel"] && other.log.calls == ["request max(1)", "cancel"])
    }

    @Test("drop(untilOutputFrom:) begins at the other's first value")
    func dropUntil() {
        let (upstream, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let probe = Probe<Int, Never>()
        upstream.drop(untilOutputFrom: other).subscribe(probe)
        upstream.send(1)
        other.send("start")
        upstream.send(2)
        other.send(completion: .finished)
        upstream.send(3)
        upstream.send(completion: .finished)
        #expect(probe.events == ["subscription DropUntilOutput", "2", "3", "finished"])
    }

    @Test("drop(untilOutputFrom:) ends with the other, if nothing would ever pass")
    func dropUntilEnds() {
        let upstream = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>()
        upstream.drop(untilOutputFrom: Fail<Int, Failed>(error: Failed("never"))).subscribe(probe)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(probe.received == ["failure never"])
    }

    @Test("drop(untilOutputFrom:) keeps what was asked before the upstream was there, and cancels both")
    func dropUntilDemand() {
        let (upstream, other) = (Source<Int, Never>(), Source<Int, Never>())
        let probe = Probe<Int, Never>(.max(2))
        upstream.drop(untilOutputFrom: other).subscribe(probe)
        probe.request(.max(3))
        probe.cancel()
        #expect(upstream.log.calls == ["request max(2)", "request max(3)", "cancel"])
        #expect(other.log.calls == ["request max(1)", "cancel"])
    }

    @Test("measureInterval tells the time between values")
    func measureInterval() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        var spans: [VirtualScheduler.SchedulerTimeType.Stride] = []
        let cancellable = subject.measureInterval(using: scheduler).sink { spans.append($0) }
        scheduler.advance(by: .seconds(2))
        subject.send(1)
        scheduler.advance(by: .seconds(3))
        subject.send(2)
        #expect(spans == [.seconds(2), .seconds(3)])
        cancellable.cancel()
    }

    @Test("breakpoint passes everything on, and stops where it is told")
    func breakpoint() async {
        let probe = Probe<Int, Failed>()
        [1, 2].publisher.append(3).setFailureType(to: Failed.self)
            .breakpoint(
                receiveSubscription: { _ in false }, receiveOutput: { $0 > 3 }, receiveCompletion: { _ in false }
            )
            .breakpointOnError()
            .subscribe(probe)
        #expect(probe.received == ["1", "2", "3", "finished"])
        await #expect(processExitsWith: .failure) {
            Fail<Int, Failed>(error: Failed()).breakpointOnError().subscribe(Probe())
        }
    }
}
