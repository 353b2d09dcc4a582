import CombineShim
import Dispatch
import Testing

@Suite("Rules 30-40: order, threads and observation")
struct OrderRules {
    @Test("Rule 30: send delivers on the calling thread before it returns")
    func sendIsSynchronous() {
        let subject = PassthroughSubject<Int, Never>()
        var seen = 0
        let cancellable = subject.map { $0 * 2 }.filter { $0 > 0 }.sink { seen = $0 }
        subject.send(4)
        #expect(seen == 8)
        cancellable.cancel()
    }

    @Test("Rule 32: a nested send is delivered depth first")
    func nestedSend() {
        let subject = PassthroughSubject<Int, Never>()
        var order: [String] = []
        let cancellable = subject.sink { value in
            order.append("A\(value)")
            if value == 1 { subject.send(2) }
            order.append("a\(value)")
        }
        subject.send(1)
        #expect(order == ["A1", "A2", "a2", "a1"])
        cancellable.cancel()
    }

    @Test("Rule 33: sending, cancelling, requesting, subscribing and reading inside a closure do not deadlock")
    func noDeadlockInsideClosures() {
        final class Owner {
            var bag: Set<AnyCancellable> = []
        }
        let subject = CurrentValueSubject<Int, Never>(0)
        var inner: [AnyCancellable] = []
        var owner: Owner? = Owner()
        subject.dropFirst(3).sink { _ in }.store(in: &owner!.bag)
        var seen: [Int] = []
        var outer: AnyCancellable?
        outer = subject.sink { value in
            seen.append(value + subject.value * 0)
            switch value {
            case 0: subject.send(1)
            case 1: inner.append(subject.sink { _ in })
            case 2: owner = nil
            case 3: outer?.cancel()
            default: break
            }
        }
        subject.send(2)
        subject.send(3)
        subject.send(4)
        #expect(seen == [0, 1, 2, 3])
        #expect(owner == nil)

        let requesting = Probe<Int, Never>(.max(1))
        let source = PassthroughSubject<Int, Never>()
        let probe = Probe<Int, Never>(
            .max(1),
            onValue: { _ in
                requesting.request(.max(1))
                return .max(1)
            })
        source.flatMap { Just($0) }.subscribe(probe)
        source.merge(with: Empty()).subscribe(requesting)
        source.send(1)
        source.send(2)
        #expect(probe.received == ["1", "2"])
    }

    @Test("Rule 34: who comes during a send does not get that value; who leaves gets nothing more")
    func changesDuringSend() {
        let subject = PassthroughSubject<Int, Never>()
        let late = Probe<Int, Never>()
        let leaving = Probe<Int, Never>()
        let first = Probe<Int, Never>(onValue: { value in
            if value == 1 {
                subject.subscribe(late)
                leaving.cancel()
            }
            return .none
        })
        subject.subscribe(first)
        subject.subscribe(leaving)
        subject.send(1)
        subject.send(2)
        #expect(late.received == ["2"])
        #expect(leaving.received == [])
    }

    @Test("Rule 35: subscribers are served in the order in which they came")
    func subscriptionOrder() {
        let subject = PassthroughSubject<Int, Never>()
        var order: [Int] = []
        let cancellables = (0..<5).map { index in subject.sink { _ in order.append(index) } }
        subject.send(1)
        #expect(order == [0, 1, 2, 3, 4])
        cancellables.forEach { $0.cancel() }
    }

    @Test("Rule 36: receive(on:) schedules each event, keeps their order, and drops them at cancel")
    func receiveOn() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let probe = Probe<Int, Never>()
        subject.receive(on: scheduler).subscribe(probe)
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(probe.received == [])
        #expect(scheduler.pending == 3)
        scheduler.advance()
        #expect(probe.received == ["1", "2", "finished"])

        let other = PassthroughSubject<Int, Never>()
        let cancelled = Probe<Int, Never>()
        other.receive(on: scheduler).subscribe(cancelled)
        other.send(1)
        cancelled.cancel()
        scheduler.advance()
        #expect(cancelled.received == [])
    }

    @Test("Rule 36: receive(on:) is asynchronous even on the main queue on the main thread")
    @MainActor
    func receiveOnMain() async {
        var seen: [Int] = []
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.receive(on: DispatchQueue.main).sink { seen.append($0) }
        subject.send(1)
        subject.send(2)
        #expect(seen == [])
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(seen == [1, 2])
        cancellable.cancel()
    }

    @Test("Rule 37: subscribe(on:) moves subscribing, requests and cancel, but not values")
    func subscribeOn() {
        let scheduler = VirtualScheduler()
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>()
        source.subscribe(on: scheduler).subscribe(probe)
        #expect(source.subscriptions == 0)
        scheduler.advance()
        #expect(source.subscriptions == 1)
        #expect(source.log.calls == ["request unlimited"])
        source.send(1)
        #expect(probe.received == ["1"])
        probe.cancel()
        #expect(source.log.calls == ["request unlimited"])
        scheduler.advance()
        #expect(source.log.calls == ["request unlimited", "cancel"])
    }

    @Test("Rule 38: Published sends before the property changes, the current value first, and equal values too")
    func published() {
        final class Model {
            @Published var name = "a"
        }
        let model = Model()
        var seen: [String] = []
        let cancellable = model.$name.sink { seen.append("\($0) \(model.name)") }
        model.name = "b"
        model.name = "b"
        #expect(seen == ["a a", "b a", "b b"])
        cancellable.cancel()
        model.name = "c"
        #expect(seen.count == 3)
    }

    @Test("Rule 39: objectWillChange fires before each change, once per set, for superclass properties as well")
    func objectWillChange() {
        class Base: ObservableObject {
            @Published var inherited = 0
        }
        final class Model: Base {
            @Published var own = 0
            var plain = 0
        }
        let model = Model()
        #expect(model.objectWillChange === model.objectWillChange)
        var seen: [String] = []
        let cancellable = model.objectWillChange.sink { seen.append("\(model.inherited) \(model.own)") }
        model.inherited = 1
        model.own = 2
        model.own = 2
        model.plain = 3
        #expect(seen == ["0 0", "1 0", "1 2"])
        cancellable.cancel()

        let frugal = Probe<Void, Never>(.max(1))
        model.objectWillChange.subscribe(frugal)
        model.own = 3
        model.own = 4
        model.objectWillChange.send()
        #expect(frugal.events == ["subscription ObservableObjectPublisher", "()", "()", "()"])
    }

    @Test("Rule 40: an AnyPublisher is not wrapped again, nor is an AnySubscriber")
    func erasure() {
        let erased = Just(1).eraseToAnyPublisher()
        let again = erased.eraseToAnyPublisher()
        #expect(address(of: erased) == address(of: again))
        #expect(erased.description == "AnyPublisher")

        let probe = AnySubscriber(Probe<Int, Never>())
        #expect(address(of: probe) == address(of: AnySubscriber(probe)))
        #expect(probe.combineIdentifier == AnySubscriber(probe).combineIdentifier)
    }

    /// The identity of the box inside a type eraser, which is its first field.
    private func address<Eraser>(of eraser: Eraser) -> UInt {
        withUnsafeBytes(of: eraser) { $0.load(as: UInt.self) }
    }
}
