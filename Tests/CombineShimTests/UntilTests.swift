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
        #expect(late.events == ["finished"], "as in Combine, without a subscription")
    }

    @Test("prefix(untilOutputFrom:) that was cancelled, or has ended, cancels an upstream that comes late")
    func prefixUntilLate() {
        let upstream = Source<Int, Never>(sendsSubscription: false)
        let other = Source<Int, Never>()
        let probe = Probe<Int, Never>()
        upstream.prefix(untilOutputFrom: other).subscribe(probe)
        upstream.send(completion: .finished)
        #expect(other.log.calls == ["request max(1)", "cancel"])
        let late = Log()
        upstream.send(subscription: late)
        #expect(late.calls == ["cancel"])
        #expect(probe.events == [])
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
        #expect(probe.received == ["failure never", "finished"], "as in Combine, whichever ends is heard")

        let (first, other) = (Source<Int, Never>(), Source<Int, Never>())
        let stopped = Probe<Int, Never>()
        first.drop(untilOutputFrom: other).subscribe(stopped)
        other.send(completion: .finished)
        first.send(completion: .finished)
        #expect(stopped.received == ["finished"], "the upstream was cancelled, so it is not heard")
        #expect(first.log.calls == ["request unlimited", "cancel"])

        let (second, late) = (Source<Int, Never>(), Source<Int, Never>())
        let ended = Probe<Int, Never>()
        second.drop(untilOutputFrom: late).subscribe(ended)
        second.send(completion: .finished)
        late.send(completion: .finished)
        #expect(ended.received == ["finished"], "nor is the other, once the upstream has ended")
        #expect(late.log.calls == ["request max(1)", "cancel"])
    }

    @Test("drop(untilOutputFrom:) lets the other go after its first value, without cancelling it")
    func dropUntilTrigger() {
        let (upstream, other) = (Source<Int, Never>(), Source<Int, Never>())
        let probe = Probe<Int, Never>()
        upstream.drop(untilOutputFrom: other).subscribe(probe)
        other.send(1)
        let second = Log()
        other.send(subscription: second)
        probe.cancel()
        #expect(other.log.calls == ["request max(1)"])
        #expect(second.calls == ["request max(1)", "cancel"])
    }

    @Test("drop(untilOutputFrom:) asks a late upstream for what was asked, even after the other has ended")
    func dropUntilLate() async {
        let upstream = Source<Int, Never>(sendsSubscription: false)
        let probe = Probe<Int, Never>(.max(2))
        upstream.drop(untilOutputFrom: Empty<Int, Never>()).subscribe(probe)
        let late = Log()
        upstream.send(subscription: late)
        #expect(late.calls == ["request max(2)"])
        #expect(probe.received == ["finished"])
        await #expect(processExitsWith: .failure, "a value that nobody has asked for") {
            let upstream = Source<Int, Never>()
            upstream.drop(untilOutputFrom: Source<Int, Never>()).subscribe(Probe(.none))
            upstream.send(1)
        }
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

        let source = Source<Int, Never>()
        let probe = Probe<VirtualScheduler.SchedulerTimeType.Stride, Never>()
        source.measureInterval(using: scheduler).subscribe(probe)
        probe.cancel()
        let reads = scheduler.clockReads
        source.send(1)
        #expect(scheduler.clockReads == reads)
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
