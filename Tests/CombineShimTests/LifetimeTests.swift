import CombineShim
import Testing

@Suite("Lifetime: an operator keeps what it still needs and nothing else")
struct LifetimeTests {
    private final class Token {}

    /// A publisher that lives as long as something keeps it, and sends a subscription but never a value.
    private final class Quiet: Publisher {
        typealias Output = Int
        typealias Failure = Failed

        func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Failed {
            subscriber.receive(subscription: Log())
        }
    }

    static let timed = relays.filter { ["debounce", "throttle", "timeout"].contains($0.testDescription) }

    @Test("a running operator with a clock does not keep the publisher above it", arguments: timed)
    func upstream(operation: NamedOperator) {
        let scheduler = VirtualScheduler()
        let probe = Probe<Int, any Error>()
        weak var weakUpstream: Quiet?
        do {
            let upstream = Quiet()
            weakUpstream = upstream
            operation.apply(upstream, scheduler).subscribe(probe)
        }
        #expect(probe.subscription != nil)
        #expect(weakUpstream == nil)
    }

    @Test("retry and throttle let their subscriber go at the end, even while the subscription is kept")
    func subscriber() {
        check({ $0.retry(3) }, ends: { subject, _ in subject.send(completion: .finished) })
        check({ $0.retry(3) }, ends: { _, subscription in subscription?.cancel() })
        check(
            { $0.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true) },
            ends: { subject, _ in subject.send(completion: .failure(Failed())) })
        check(
            { $0.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true) },
            ends: { _, subscription in subscription?.cancel() })
    }

    private func check<P: Publisher>(
        _ make: (PassthroughSubject<Int, Failed>) -> P,
        ends: (PassthroughSubject<Int, Failed>, (any Subscription)?) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where P.Output == Int, P.Failure == Failed {
        let subject = PassthroughSubject<Int, Failed>()
        var kept: (any Subscription)?
        weak var weakToken: Token?
        do {
            let token = Token()
            weakToken = token
            make(subject).subscribe(
                AnySubscriber<Int, Failed>(
                    receiveSubscription: { kept = $0 }, receiveValue: { _ in withExtendedLifetime(token) { .none } }))
        }
        #expect(weakToken != nil, sourceLocation: sourceLocation)
        ends(subject, kept)
        #expect(weakToken == nil, sourceLocation: sourceLocation)
        #expect(kept != nil)
    }

    @Test("append lets the second publisher go once it has subscribed to it, or when it never will")
    func suffix() {
        checkSuffix { _, probe in probe.subscription?.cancel() }
        checkSuffix { subject, _ in subject.send(completion: .finished) }
        checkSuffix { subject, _ in subject.send(completion: .failure(Failed())) }
    }

    private func checkSuffix(
        ends: (PassthroughSubject<Int, Failed>, Probe<Int, Failed>) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let subject = PassthroughSubject<Int, Failed>()
        var kept: (any Subscription)?
        let probe = Probe<Int, Failed>(onSubscription: { kept = $0 })
        weak var weakSuffix: Quiet?
        do {
            let suffix = Quiet()
            weakSuffix = suffix
            subject.append(suffix).subscribe(probe)
        }
        #expect(weakSuffix != nil, sourceLocation: sourceLocation)
        ends(subject, probe)
        #expect(weakSuffix == nil, sourceLocation: sourceLocation)
        #expect(kept != nil)
    }

    @Test("a connection between a publisher and a subject does not keep the subject, and ends with it")
    func connection() {
        let source = Source<Int, Never>()
        weak var weakSubject: PassthroughSubject<Int, Never>?
        let connection: any Cancellable
        do {
            let subject = PassthroughSubject<Int, Never>()
            weakSubject = subject
            connection = source.multicast(subject: subject).connect()
        }
        #expect(weakSubject == nil)
        #expect(source.log.calls == ["cancel"])
        source.send(1)
        connection.cancel()
        #expect(source.log.calls == ["cancel"])
    }
}
