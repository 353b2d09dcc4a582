import CombineShim
import Testing

@Suite("Rules 18-29: life cycle")
struct LifeCycleRules {
    @Test("Rule 18: AnyCancellable cancels when it is released, and at most once")
    func cancellableCancelsOnce() {
        var calls = 0
        var cancellable: AnyCancellable? = AnyCancellable { calls += 1 }
        cancellable?.cancel()
        cancellable?.cancel()
        #expect(calls == 1)
        cancellable = nil
        #expect(calls == 1)
        cancellable = AnyCancellable { calls += 1 }
        #expect(cancellable != nil)
        cancellable = nil
        #expect(calls == 2)

        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        AnyCancellable { calls += 1 }.store(in: &set)
        AnyCancellable { calls += 1 }.store(in: &array)
        set.removeAll()
        array.removeAll()
        #expect(calls == 4)
    }

    @Test("Rule 19: cancelling inside a synchronous burst stops it")
    func cancelInsideBurst() {
        var seen: [Int] = []
        var cancellable: AnyCancellable?
        let subject = PassthroughSubject<[Int], Never>()
        cancellable = subject.flatMap { $0.publisher }.sink { value in
            seen.append(value)
            cancellable?.cancel()
        }
        subject.send([1, 2, 3])
        subject.send([4])
        #expect(seen == [1])
    }

    @Test("Rule 19: the closures of a sink are released at cancel and at completion")
    func closuresAreReleased() {
        final class Token {}
        let subject = PassthroughSubject<Int, Never>()
        for ends in [{ (_: AnyCancellable) in subject.send(completion: .finished) }, { $0.cancel() }] {
            weak var token: Token?
            let cancellable: AnyCancellable
            do {
                let strong = Token()
                token = strong
                cancellable = subject.sink(receiveCompletion: { _ in _ = strong }, receiveValue: { _ in _ = strong })
            }
            #expect(token != nil || true)
            ends(cancellable)
            #expect(token == nil)
        }
    }

    @Test("Rule 20: one completion at most, nothing after it, none after cancel")
    func oneCompletion() {
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>()
        subject.subscribe(probe)
        subject.send(completion: .finished)
        subject.send(completion: .failure(Failed()))
        subject.send(1)
        #expect(probe.received == ["finished"])

        let other = PassthroughSubject<Int, Failed>()
        let cancelled = Probe<Int, Failed>()
        other.subscribe(cancelled)
        cancelled.cancel()
        other.send(1)
        other.send(completion: .finished)
        #expect(cancelled.received == [])
    }

    @Test("Rule 21: a late subscriber gets an empty subscription and the completion, failure included")
    func lateSubscriber() {
        let passthrough = PassthroughSubject<Int, Failed>()
        passthrough.send(completion: .failure(Failed("late")))
        let current = CurrentValueSubject<Int, Failed>(1)
        current.send(completion: .finished)
        let probes = [Probe<Int, Failed>(), Probe<Int, Failed>()]
        passthrough.subscribe(probes[0])
        current.subscribe(probes[1])
        #expect(probes[0].events == ["subscription Empty", "failure late"])
        #expect(probes[1].events == ["subscription Empty", "finished"])
    }

    @Test("Rule 22: after completion cancel does not reach the upstream", arguments: relays)
    func cancelAfterCompletion(relay: NamedOperator) {
        let (source, scheduler) = (Source<Int, Failed>(), VirtualScheduler())
        var kept: (any Subscription)?
        let probe = Probe<Int, any Error>(onSubscription: { kept = $0 })
        relay.apply(source, scheduler).subscribe(probe)
        scheduler.advance()
        source.send(completion: .finished)
        scheduler.advance(by: .seconds(10))
        #expect(probe.received.last == "finished")
        kept?.cancel()
        scheduler.advance()
        #expect(!source.log.calls.contains("cancel"))
    }

    @Test("Rule 23: a second subscription is cancelled", arguments: relays)
    func secondSubscription(relay: NamedOperator) {
        let (source, scheduler) = (Source<Int, Failed>(), VirtualScheduler())
        relay.apply(source, scheduler).subscribe(Probe())
        scheduler.advance()
        let second = Log()
        source.send(subscription: second)
        #expect(second.calls == ["cancel"])
        #expect(!source.log.calls.contains("cancel"))
    }

    @Test("Rule 23: Sink and Assign cancel a second subscription")
    func secondSubscriptionOfSinks() {
        final class Target {
            var value = 0
        }
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        let assign = Subscribers.Assign(object: Target(), keyPath: \.value)
        for subscriber in [AnySubscriber(sink), AnySubscriber(assign)] {
            let (first, second) = (Log(), Log())
            subscriber.receive(subscription: first)
            subscriber.receive(subscription: second)
            #expect(first.calls == ["request unlimited"])
            #expect(second.calls == ["cancel"])
        }
    }

    @Test("Rule 24: a subscription keeps its subject alive, and the subject cancels its upstream at the end")
    func subjectLifetime() {
        weak var weakSubject: PassthroughSubject<Int, Never>?
        let upstream = Log()
        let probe = Probe<Int, Never>()
        do {
            let subject = PassthroughSubject<Int, Never>()
            weakSubject = subject
            subject.send(subscription: upstream)
            subject.subscribe(probe)
        }
        #expect(weakSubject != nil)
        #expect(upstream.calls == ["request unlimited"])
        probe.cancel()
        #expect(weakSubject == nil)
        #expect(upstream.calls == ["request unlimited", "cancel"])

        let kept = Log()
        do {
            let subject = CurrentValueSubject<Int, Never>(0)
            subject.send(subscription: kept)
        }
        #expect(kept.calls == ["request unlimited", "cancel"])
    }

    @Test("Rule 25: assign(to:on:) holds the object until the end; assign(to:) ends with the property")
    func assignment() {
        final class Target {
            @Published var published = 0
            var plain = 0
        }
        let subject = PassthroughSubject<Int, Never>()
        for ends in [{ (_: AnyCancellable) in }, { $0.cancel() }] {
            let other = PassthroughSubject<Int, Never>()
            weak var weakTarget: Target?
            let cancellable: AnyCancellable
            do {
                let target = Target()
                weakTarget = target
                cancellable = other.assign(to: \.plain, on: target)
            }
            other.send(3)
            #expect(weakTarget?.plain == 3)
            ends(cancellable)
            other.send(completion: .finished)
            #expect(weakTarget == nil)
        }

        weak var weakTarget: Target?
        do {
            let target = Target()
            weakTarget = target
            subject.assign(to: &target.$published)
            subject.send(5)
            #expect(target.published == 5)
        }
        #expect(weakTarget == nil)
        subject.send(6)
    }

    @Test("Rule 26: share connects for the first and disconnects after the last; values are not repeated")
    func sharing() {
        let source = Source<Int, Never>()
        let shared = source.share()
        let (first, second) = (Probe<Int, Never>(), Probe<Int, Never>())
        shared.subscribe(first)
        source.send(1)
        shared.subscribe(second)
        source.send(2)
        #expect(source.subscriptions == 1)
        #expect(first.events == ["subscription Multicast", "1", "2"])
        #expect(second.received == ["2"])
        first.cancel()
        #expect(!source.log.calls.contains("cancel"))
        second.cancel()
        #expect(source.log.calls.last == "cancel")
    }

    @Test("Rule 27: handleEvents runs its handlers before anything is passed on")
    func handleEvents() {
        let source = Source<Int, Never>()
        var order: [String] = []
        let probe = Probe<Int, Never>(
            .max(1),
            onValue: { value in
                order.append("downstream \(value)")
                return .max(2)
            })
        source.log.onRequest = { order.append("upstream \($0)") }
        source.log.onCancel = { order.append("upstream cancel") }
        source.handleEvents(
            receiveSubscription: { _ in order.append("subscription") },
            receiveOutput: { order.append("output \($0)") },
            receiveCompletion: { _ in order.append("completion") },
            receiveCancel: { order.append("cancel") },
            receiveRequest: { order.append("request \($0)") }
        ).subscribe(probe)
        source.send(1)
        #expect(
            order == [
                "subscription", "request max(1)", "upstream max(1)", "output 1", "downstream 1", "request max(2)",
            ])
        order = []
        probe.cancel()
        #expect(order == ["cancel", "upstream cancel"])

        var events: [String] = []
        let finished = [1].publisher.handleEvents(
            receiveCompletion: { _ in events.append("completion") }, receiveCancel: { events.append("cancel") }
        ).sink { _ in }
        finished.cancel()
        #expect(events == ["completion"])
    }

    @Test("Rule 28: a closure that throws cancels the upstream, fails once and is not called again")
    func throwingClosures() {
        var calls = 0
        func check<P: Publisher>(_ make: (Source<Int, Failed>) -> P) where P.Failure == any Error {
            calls = 0
            let source = Source<Int, Failed>()
            let probe = Probe<P.Output, any Error>()
            make(source).subscribe(probe)
            source.send(1)
            source.send(2)
            source.send(completion: .finished)
            #expect(source.log.calls == ["request unlimited", "cancel"], "\(P.self)")
            #expect(probe.received == ["failure thrown"], "\(P.self)")
            #expect(calls == 1, "\(P.self)")
        }
        func failing<T>() throws -> T {
            calls += 1
            throw Failed("thrown")
        }
        check { $0.tryFilter { _ in try failing() } }
        check { $0.tryCompactMap { _ -> Int? in try failing() } }
        check { $0.tryFirst { _ in try failing() } }
        check { $0.tryLast { _ in try failing() } }

        calls = 0
        let source = Source<Int, Failed>()
        let probe = Probe<Int, any Error>()
        source.tryRemoveDuplicates { _, _ in try failing() }.subscribe(probe)
        source.send(1)
        source.send(2)
        source.send(3)
        #expect(probe.received == ["1", "failure thrown"])
        #expect(calls == 1)

        let caught = Probe<Int, any Error>()
        Fail<Int, Failed>(error: Failed()).tryCatch { _ -> Just<Int> in try failing() }.subscribe(caught)
        #expect(caught.received == ["failure thrown"])
    }

    @Test("Rule 29: Deferred makes a publisher per subscriber; Future works once, and the first promise counts")
    func deferredAndFuture() {
        var made = 0
        let deferred = Deferred {
            made += 1
            return Just(made)
        }
        let probes = [Probe<Int, Never>(), Probe<Int, Never>()]
        probes.forEach(deferred.subscribe)
        #expect(probes.map(\.received) == [["1", "finished"], ["2", "finished"]])

        var runs = 0
        var promise: Future<Int, Failed>.Promise?
        let future = Future<Int, Failed> {
            runs += 1
            promise = $0
        }
        #expect(runs == 1)
        let early = Probe<Int, Failed>()
        let reluctant = Probe<Int, Failed>(.none)
        future.subscribe(early)
        future.subscribe(reluctant)
        promise?(.success(1))
        promise?(.success(2))
        promise?(.failure(Failed()))
        #expect(early.received == ["1", "finished"])
        #expect(reluctant.received == [])
        reluctant.request(.max(1))
        #expect(reluctant.received == ["1", "finished"])
        let late = Probe<Int, Failed>()
        future.subscribe(late)
        #expect(late.events == ["subscription Future", "1", "finished"])
        #expect(runs == 1)

        let failed = Probe<Int, Failed>(.none)
        Future<Int, Failed> { $0(.failure(Failed("no"))) }.subscribe(failed)
        #expect(failed.received == ["failure no"])
    }
}
