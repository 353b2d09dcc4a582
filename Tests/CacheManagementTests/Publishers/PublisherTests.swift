import CacheManagement
import CombineShim
import Dispatch
import ModuleSupport
import TestSupport
import Testing

@Suite("Publishers of caches and signals, and the way back to streams")
struct PublisherTests {
    private typealias Cache = LoadingCache<String, Int>

    private let cache = Cache(name: "numbers", clock: ManualClock()) { _ in 1 }

    @Test("the updates of a key are those of its stream: the cached value first, then each new one")
    func sameUpdates() async throws {
        cache.set(1, for: .one)
        var stream = cache.updates(for: .one).makeAsyncIterator()
        var publisher = cache.updatesPublisher(for: .one).stream(.unbounded).makeAsyncIterator()
        let changes: [@Sendable (Cache) async throws -> Void] = [
            { _ in }, { $0.set(2, for: .one) }, { $0.remove(.one) }, { $0.set(3, for: .one) },
            { try await $0.clear(.alice) },
        ]
        for change in changes {
            try await change(cache)
            let (streamed, published) = (await stream.next(), await publisher.next())
            #expect(streamed.map(text) == published.map(text))
        }
    }

    @Test("the value publisher shows values only")
    func values() async {
        cache.set(1, for: .one)
        var values = cache.valuePublisher(for: .one).stream(.unbounded).makeAsyncIterator()
        #expect(await values.next() == 1)
        cache.remove(.one)
        cache.set(2, for: .one)
        #expect(await values.next() == 2)
    }

    @Test("a subscriber that is slow gets the newest value")
    func slowSubscriber() async {
        cache.set(1, for: .one)
        let (received, feed) = AsyncStream.makeStream(of: Int.self)
        nonisolated(unsafe) var subscription: (any Subscription)?
        cache.valuePublisher(for: .one).subscribe(
            AnySubscriber(
                receiveSubscription: { subscription = $0 },
                receiveValue: {
                    feed.yield($0)
                    return .none
                }))
        for value in 2...100 { cache.set(value, for: .one) }
        subscription?.request(.max(1))
        var iterator = received.makeAsyncIterator()
        #expect(await iterator.next() == 100)
    }

    @Test("cancelling ends the observation")
    func cancelling() async {
        cache.set(1, for: .one)
        let cancellable = cache.updatesPublisher(for: .one).sink { _ in }
        #expect(observers == 1)
        cancellable.cancel()
        while observers > 0 { await Task.yield() }
        let unstarted = cache.updatesPublisher(for: .one)
        #expect(observers == 0)
        unstarted.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
        while observers > 0 { await Task.yield() }
    }

    @Test("signals as a publisher: from the subscription on, and only those named")
    func signals() async {
        let service = SignalService(clock: ManualClock())
        service.send(.contacts)
        var some = service.publisher(for: .contacts).stream(.unbounded).makeAsyncIterator()
        var all = service.publisher().stream(.unbounded).makeAsyncIterator()
        service.send(.products)
        #expect(await all.next() == .products)
        service.send(.contacts)
        #expect(await some.next() == .contacts)
        #expect(await all.next() == .contacts)
    }

    @Test("a stream with an unbounded buffer loses nothing of a burst, one of the newest keeps the last")
    func buffers() async {
        let subject = PassthroughSubject<Int, Never>()
        var everything = subject.stream(.unbounded).makeAsyncIterator()
        var newest = subject.stream(.bufferingNewest(1)).makeAsyncIterator()
        for value in 0..<1_000 { subject.send(value) }
        subject.send(completion: .finished)
        var seen: [Int] = []
        while let value = await everything.next() { seen.append(value) }
        #expect(seen == Array(0..<1_000))
        #expect(await newest.next() == 999)
        #expect(await newest.next() == nil)
    }

    @Test("leaving the loop over a stream cancels the subscription")
    func leavingTheLoop() async {
        let subject = PassthroughSubject<Int, Never>()
        let (cancels, feed) = AsyncStream.makeStream(of: Void.self)
        do {
            let stream = subject.handleEvents(receiveCancel: { feed.yield() }).stream(.unbounded)
            subject.send(1)
            for await _ in stream { break }
        }
        for await _ in cancels { break }
    }

    private var observers: Int {
        cache.inspect().observations.map(\.observers).reduce(0, +)
    }

    private func text(_ update: CacheUpdate<Int>) -> String {
        switch update {
        case .value(let cached, let version): "\(cached.value) \(cached.source) \(version)"
        case .removed: "removed"
        case .cleared: "cleared"
        }
    }
}
