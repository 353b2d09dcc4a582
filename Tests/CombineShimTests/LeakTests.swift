import CombineShim
import Testing

@Suite("Leaks: nothing of a subscription outlives it, while its source lives on")
struct LeakTests {
    @Test("after cancel", arguments: relays + otherOperators)
    func cancelled(operation: NamedOperator) {
        expectRelease(operation) { probe, _ in probe.cancel() }
    }

    @Test("after the end", arguments: relays + otherOperators)
    func finished(operation: NamedOperator) {
        expectRelease(operation) { _, subject in subject.send(completion: .finished) }
    }

    @Test("after a failure", arguments: relays + otherOperators)
    func failed(operation: NamedOperator) {
        expectRelease(operation) { _, subject in subject.send(completion: .failure(Failed())) }
    }

    @Test("after cancel before any value", arguments: relays + otherOperators)
    func cancelledAtOnce(operation: NamedOperator) {
        let (subject, scheduler) = (PassthroughSubject<Int, Failed>(), VirtualScheduler())
        weak var weakProbe: Probe<Int, any Error>?
        do {
            let probe = Probe<Int, any Error>(onSubscription: { $0.cancel() })
            weakProbe = probe
            operation.apply(subject, scheduler).subscribe(probe)
            scheduler.advance(by: .seconds(100))
            probe.cancel()
        }
        scheduler.advance(by: .seconds(100))
        #expect(weakProbe == nil)
    }

    @Test("a sink of every operator releases what it captured when its cancellable goes", arguments: relays)
    func sink(operation: NamedOperator) {
        final class Token {}
        let (subject, scheduler) = (PassthroughSubject<Int, Failed>(), VirtualScheduler())
        weak var weakToken: Token?
        var cancellable: AnyCancellable?
        do {
            let token = Token()
            weakToken = token
            cancellable = operation.apply(subject, scheduler)
                .sink(receiveCompletion: { _ in _ = token }, receiveValue: { _ in _ = token })
        }
        scheduler.advance()
        subject.send(1)
        #expect(cancellable != nil)
        cancellable = nil
        scheduler.advance(by: .seconds(100))
        #expect(weakToken == nil)
    }

    private func expectRelease(
        _ operation: NamedOperator, end: (Probe<Int, any Error>, PassthroughSubject<Int, Failed>) -> Void
    ) {
        let (subject, scheduler) = (PassthroughSubject<Int, Failed>(), VirtualScheduler())
        weak var weakProbe: Probe<Int, any Error>?
        do {
            let probe = Probe<Int, any Error>()
            weakProbe = probe
            operation.apply(subject, scheduler).subscribe(probe)
            scheduler.advance()
            for value in 1...3 {
                subject.send(value)
                scheduler.advance(by: .milliseconds(400))
            }
            end(probe, subject)
            scheduler.advance(by: .seconds(100))
            // An operator that has already ended, or one that waits for others, is cancelled like any other.
            probe.cancel()
        }
        scheduler.advance(by: .seconds(100))
        #expect(weakProbe == nil)
        #expect(scheduler.pending == 0)
    }
}
