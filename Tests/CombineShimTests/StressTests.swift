import CombineShim
import Dispatch
import Foundation
import ModuleSupport
import Synchronization
import Testing

/// Runs `body` on several threads at a time.
private func onThreads(_ count: Int = 4, _ body: @escaping (Int) -> Void) {
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: count) { body($0) }
}

/// A subscriber that notices when it is called from two threads at once or after the end.
private final class Exclusive<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    // Proof for `@unchecked`: the counters are atomic; `subscription` is written before any thread starts.
    let values = Atomic<Int>(0)
    let completions = Atomic<Int>(0)
    let violations = Atomic<Int>(0)
    private let inside = Atomic<Bool>(false)
    private(set) var subscription: (any Subscription)?
    private let demand: Subscribers.Demand
    private let answer: Subscribers.Demand

    init(_ demand: Subscribers.Demand = .unlimited, answer: Subscribers.Demand = .none) {
        self.demand = demand
        self.answer = answer
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(demand)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        exclusively { values.add(1, ordering: .relaxed) }
        return answer
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        exclusively { completions.add(1, ordering: .relaxed) }
    }

    private func exclusively(_ body: () -> Void) {
        if inside.exchange(true, ordering: .acquiringAndReleasing) || completions.load(ordering: .relaxed) > 0 {
            violations.add(1, ordering: .relaxed)
        }
        body()
        inside.store(false, ordering: .releasing)
    }
}

@Suite("Stress: several threads at a time")
struct StressTests {
    private let rounds = 500

    @Test("Rule 18: two threads that cancel run the closure once")
    func cancelOnce() {
        for _ in 0..<rounds {
            let calls = Locked(0)
            let cancellable = AnyCancellable { calls.withLock { $0 += 1 } }
            onThreads(2) { _ in cancellable.cancel() }
            #expect(calls.withLock { $0 } == 1)
        }
    }

    @Test("Rule 29: of promises called by several threads one counts, for all subscribers")
    func promises() {
        for _ in 0..<rounds {
            var promise: Future<Int, Never>.Promise?
            let future = Future<Int, Never> { promise = $0 }
            let early = Probe<Int, Never>()
            future.subscribe(early)
            onThreads { index in promise?(.success(index)) }
            let late = Probe<Int, Never>()
            future.subscribe(late)
            #expect(early.received.count == 2)
            #expect(early.received == late.received)
        }
    }

    @Test("Rule 31: a subject calls a subscriber from one thread at a time, and loses nothing")
    func subjects() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let probes = [Exclusive<Int, Never>(), Exclusive<Int, Never>()]
        passthrough.subscribe(probes[0])
        current.subscribe(probes[1])
        onThreads { _ in
            for value in 0..<rounds {
                passthrough.send(value)
                current.send(value)
            }
        }
        passthrough.send(completion: .finished)
        #expect(probes[0].values.load(ordering: .relaxed) == 4 * rounds)
        #expect(probes[1].values.load(ordering: .relaxed) == 4 * rounds + 1)
        #expect(probes.allSatisfy { $0.violations.load(ordering: .relaxed) == 0 })
        #expect(probes[0].completions.load(ordering: .relaxed) == 1)
    }

    @Test("Rules 20 and 31: sends that race with the completion are delivered before it or not at all")
    func sendsRaceWithCompletion() {
        for _ in 0..<rounds {
            let subject = PassthroughSubject<Int, Never>()
            let probe = Exclusive<Int, Never>()
            subject.subscribe(probe)
            onThreads { index in
                if index == 0 {
                    subject.send(completion: .finished)
                } else {
                    subject.send(index)
                    subject.send(index)
                }
            }
            #expect(probe.completions.load(ordering: .relaxed) == 1)
            #expect(probe.violations.load(ordering: .relaxed) == 0)
        }
    }

    @Test("Rule 31: subscribing, sending, requesting and cancelling at a time")
    func subjectChurn() {
        let subject = CurrentValueSubject<Int, Never>(0)
        onThreads { index in
            for round in 0..<rounds {
                switch (index + round) % 3 {
                case 0:
                    let cancellable = subject.sink { _ in }
                    cancellable.cancel()
                case 1:
                    let probe = Exclusive<Int, Never>(.max(1), answer: .max(1))
                    subject.subscribe(probe)
                    probe.subscription?.cancel()
                default:
                    subject.send(round)
                }
            }
        }
        let last = Probe<Int, Never>()
        subject.subscribe(last)
        #expect(last.received == ["\(subject.value)"])
    }

    @Test("Rule 31: operators with several inputs call downstream from one thread at a time")
    func operatorsWithSeveralInputs() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Failed>() }
        let sum = Exclusive<Int, Failed>()
        let flat = Exclusive<Int, Failed>()
        let latest = Exclusive<Int, Failed>()
        let zipped = Exclusive<Int, Failed>()
        let finite = Exclusive<Int, Failed>(.max(1), answer: .max(1))
        Publishers.MergeMany(subjects).subscribe(sum)
        Publishers.MergeMany(subjects).subscribe(finite)
        subjects.publisher.setFailureType(to: Failed.self).flatMap { $0 }.subscribe(flat)
        subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]) { $0 + $1 + $2 + $3 }.subscribe(latest)
        subjects[0].zip(subjects[1], subjects[2], subjects[3]) { $0 + $1 + $2 + $3 }.subscribe(zipped)
        subjects.forEach { $0.send(0) }
        onThreads { index in
            for value in 0..<rounds {
                subjects[index].send(value)
            }
        }
        onThreads { index in
            subjects[index].send(completion: index == 0 ? .failure(Failed()) : .finished)
        }
        #expect(sum.values.load(ordering: .relaxed) == 4 * (rounds + 1))
        #expect(flat.values.load(ordering: .relaxed) == 4 * (rounds + 1))
        #expect(latest.values.load(ordering: .relaxed) == 4 * rounds + 1)
        #expect(zipped.values.load(ordering: .relaxed) == rounds + 1)
        for probe in [sum, flat, latest, zipped, finite] {
            #expect(probe.violations.load(ordering: .relaxed) == 0)
            #expect(probe.completions.load(ordering: .relaxed) == 1)
        }
    }

    @Test("Rule 31: switchToLatest, while the outer publisher and the inner ones send")
    func switching() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let inners = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let probe = Exclusive<Int, Never>()
        outer.switchToLatest().subscribe(probe)
        onThreads { index in
            for round in 0..<rounds {
                if index == 3 {
                    outer.send(inners[round % 3])
                } else {
                    inners[index].send(round)
                }
            }
        }
        #expect(probe.violations.load(ordering: .relaxed) == 0)
    }

    @Test("Rule 31: stateful operators under two threads that send", arguments: relays + otherOperators)
    func statefulOperators(operation: NamedOperator) {
        let (subject, scheduler) = (PassthroughSubject<Int, Failed>(), VirtualScheduler())
        let probe = Exclusive<Int, any Error>()
        operation.apply(subject, scheduler).subscribe(probe)
        scheduler.advance()
        let lock = NSLock()
        onThreads(2) { index in
            for value in 0..<50 {
                // A subject serializes its sends; the scheduler of the test is not made for threads.
                lock.withLock { subject.send(value) }
                if value == 40, index == 1 { probe.subscription?.cancel() }
            }
        }
        lock.withLock { scheduler.advance(by: .seconds(100)) }
        #expect(probe.violations.load(ordering: .relaxed) == 0)
    }

    @Test("Rule 36: receive(on:) a serial queue keeps the order of a thousand values")
    func receiveOnQueue() async {
        let subject = PassthroughSubject<Int, Never>()
        let queue = DispatchQueue(label: "serial")
        let seen = Locked([Int]())
        await withCheckedContinuation { continuation in
            let cancellable = subject.receive(on: queue).sink { _ in
                continuation.resume()
            } receiveValue: { value in
                seen.withLock { $0.append(value) }
            }
            for value in 0..<1000 {
                subject.send(value)
            }
            subject.send(completion: .finished)
            queue.sync { cancellable.cancel() }
        }
        #expect(seen.withLock { $0 } == Array(0..<1000))
    }

    @Test("Rule 39: threads that ask for objectWillChange get one publisher")
    func objectWillChange() {
        final class Model: ObservableObject {
            @Published var a = 0
            @Published var b = 0
        }
        for _ in 0..<rounds {
            let model = Model()
            let publishers = Locked(Set<ObjectIdentifier>())
            onThreads { _ in
                let publisher = ObjectIdentifier(model.objectWillChange)
                publishers.withLock { _ = $0.insert(publisher) }
            }
            #expect(publishers.withLock { $0.count } == 1)
        }
    }

    @Test("share: subscribers that come and go on several threads connect and disconnect in step")
    func sharing() {
        let source = PassthroughSubject<Int, Never>()
        let connections = Locked(0)
        let shared = source.handleEvents(
            receiveSubscription: { _ in connections.withLock { $0 += 1 } },
            receiveCancel: { connections.withLock { $0 -= 1 } }
        ).share()
        onThreads { _ in
            for _ in 0..<rounds {
                shared.sink { _ in }.cancel()
            }
        }
        #expect(connections.withLock { $0 } == 0)
    }
}
