import CacheManagement
import ModuleSupport
import TestSupport
import Testing

extension Signal {
    static let contacts: Signal = "contacts.list-needs-reload"
    static let products: Signal = "products.list-needs-reload"
}

@Suite("Signals")
struct SignalServiceTests {
    let clock = ManualClock()

    @Test("a burst of signals runs a bound action once")
    func burst() async {
        let service = SignalService(window: .seconds(1), clock: clock)
        let runs = AsyncStream<Int>.makeStream()
        let count = Counter()
        let binding = service.bind(.contacts) { runs.continuation.yield(count.next()) }
        for _ in 0..<100 { service.send(.contacts) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        var iterator = runs.stream.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        service.send(.contacts)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await iterator.next() == 2)
        #expect(count.count == 2)
        binding.cancel()
    }

    @Test("a signal sent while the action runs makes it run once more, and not at the same time")
    func whileRunning() async {
        let service = SignalService(window: .zero, clock: clock)
        let started = AsyncStream<Int>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        let count = Counter()
        let binding = service.bind(.contacts) {
            started.continuation.yield(count.next())
            for await _ in gate.stream { break }
        }
        var iterator = started.stream.makeAsyncIterator()
        service.send(.contacts)
        #expect(await iterator.next() == 1)
        for _ in 0..<10 { service.send(.contacts) }
        #expect(count.count == 1)
        gate.continuation.yield()
        #expect(await iterator.next() == 2)
        gate.continuation.yield()
        binding.cancel()
    }

    @Test("a cancelled or released binding no longer runs, nor for a burst that waits")
    func cancelled() async {
        let service = SignalService(window: .seconds(1), clock: clock)
        let count = Counter()
        let binding = service.bind([.contacts, .products]) { count.next() }
        service.send(.contacts)
        await clock.waitForSleepers()
        binding.cancel()
        clock.advance(by: .seconds(1))
        _ = service.bind(.products) { count.next() }
        service.send(.products)
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.sleeperCount == 0)
        #expect(count.count == 0)
    }

    @Test("a stream gives each pending signal once, the oldest first, and only those asked for")
    func stream() async {
        let service = SignalService(clock: clock)
        var both = service.signals(.contacts, .products).makeAsyncIterator()
        var all = service.signals().makeAsyncIterator()
        var one = service.signals(.products).makeAsyncIterator()
        for _ in 0..<3 {
            service.send(.contacts)
            service.send(.products)
        }
        service.send("other")
        #expect(await both.next() == .contacts)
        #expect(await both.next() == .products)
        #expect(await all.next() == .contacts)
        #expect(await all.next() == .products)
        #expect(await all.next() == "other")
        #expect(await one.next() == .products)
        service.send(.contacts)
        #expect(await both.next() == .contacts)
    }

    @Test("cancelling the reader ends its stream")
    func cancelledStream() async {
        let service = SignalService(clock: clock)
        let stream = service.signals(.contacts)
        let reader = Task { for await _ in stream {} }
        reader.cancel()
        await reader.value
    }
}
