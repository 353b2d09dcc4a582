import CombineShim
import Testing

/// An operator under test: numbers in, numbers out.
struct NamedOperator: CustomTestStringConvertible, @unchecked Sendable {
    // Proof for `@unchecked`: immutable, and the closures below capture nothing.
    let testDescription: String
    private let make: (AnyPublisher<Int, Failed>, VirtualScheduler) -> AnyPublisher<Int, any Error>

    init<P: Publisher>(
        _ name: String, _ make: @escaping (AnyPublisher<Int, Failed>, VirtualScheduler) -> P
    ) where P.Output == Int {
        testDescription = name
        self.make = { make($0, $1).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }

    func apply<P: Publisher>(
        _ upstream: P, _ scheduler: VirtualScheduler
    ) -> AnyPublisher<Int, any Error> where P.Output == Int, P.Failure == Failed {
        make(upstream.eraseToAnyPublisher(), scheduler)
    }
}

/// Operators with one upstream that put a subscription of their own between it and the downstream.
let relays: [NamedOperator] = [
    NamedOperator("tryMap") { upstream, _ in upstream.tryMap { $0 } },
    NamedOperator("tryFilter") { upstream, _ in upstream.tryFilter { _ in true } },
    NamedOperator("tryCompactMap") { upstream, _ in upstream.tryCompactMap { $0 } },
    NamedOperator("removeDuplicates") { upstream, _ in upstream.removeDuplicates() },
    NamedOperator("tryRemoveDuplicates") { upstream, _ in upstream.tryRemoveDuplicates(by: ==) },
    NamedOperator("tryScan") { upstream, _ in upstream.tryScan(0) { $0 + $1 } },
    NamedOperator("dropFirst") { upstream, _ in upstream.dropFirst() },
    NamedOperator("prefix") { upstream, _ in upstream.prefix(3) },
    NamedOperator("first") { upstream, _ in upstream.first() },
    NamedOperator("first(where:)") { upstream, _ in upstream.first { $0 > 100 } },
    NamedOperator("last") { upstream, _ in upstream.last() },
    NamedOperator("prefix(while:)") { upstream, _ in upstream.prefix { $0 < 100 } },
    NamedOperator("tryPrefix(while:)") { upstream, _ in upstream.tryPrefix { $0 < 100 } },
    NamedOperator("drop(while:)") { upstream, _ in upstream.drop { $0 > 100 } },
    NamedOperator("tryDrop(while:)") { upstream, _ in upstream.tryDrop { $0 > 100 } },
    NamedOperator("reduce") { upstream, _ in upstream.reduce(0) { $0 + $1 } },
    NamedOperator("tryReduce") { upstream, _ in upstream.tryReduce(0) { $0 + $1 } },
    NamedOperator("count") { upstream, _ in upstream.count() },
    NamedOperator("min") { upstream, _ in upstream.min() },
    NamedOperator("tryMax") { upstream, _ in upstream.tryMax(by: <) },
    NamedOperator("contains") { upstream, _ in upstream.contains(100).map { $0 ? 1 : 0 } },
    NamedOperator("tryAllSatisfy") { upstream, _ in upstream.tryAllSatisfy { $0 < 100 }.map { $0 ? 1 : 0 } },
    NamedOperator("collect") { upstream, _ in upstream.collect().map(\.count) },
    NamedOperator("collect(3)") { upstream, _ in upstream.collect(3).map(\.count) },
    NamedOperator("collect(byTime)") { upstream, scheduler in
        upstream.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).map(\.count)
    },
    NamedOperator("replaceError") { upstream, _ in upstream.replaceError(with: 0) },
    NamedOperator("replaceEmpty") { upstream, _ in upstream.replaceEmpty(with: 0) },
    NamedOperator("handleEvents") { upstream, _ in upstream.handleEvents() },
    NamedOperator("print") { upstream, _ in upstream.print("", to: Silence()) },
    NamedOperator("retry") { upstream, _ in upstream.retry(1) },
    NamedOperator("catch") { upstream, _ in upstream.catch { _ in Just(0) } },
    NamedOperator("flatMap") { upstream, _ in upstream.flatMap { Just($0).setFailureType(to: Failed.self) } },
    NamedOperator("switchToLatest") { upstream, _ in
        upstream.map { Just($0).setFailureType(to: Failed.self) }.switchToLatest()
    },
    NamedOperator("buffer") { upstream, _ in
        upstream.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
    },
    NamedOperator("receive(on:)") { upstream, scheduler in upstream.receive(on: scheduler) },
    NamedOperator("subscribe(on:)") { upstream, scheduler in upstream.subscribe(on: scheduler) },
    NamedOperator("delay") { upstream, scheduler in upstream.delay(for: .seconds(1), scheduler: scheduler) },
    NamedOperator("debounce") { upstream, scheduler in upstream.debounce(for: .seconds(1), scheduler: scheduler) },
    NamedOperator("throttle") { upstream, scheduler in
        upstream.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
    },
    NamedOperator("timeout") { upstream, scheduler in upstream.timeout(.seconds(60), scheduler: scheduler) },
]

/// All other operators.
let otherOperators: [NamedOperator] = [
    NamedOperator("map") { upstream, _ in upstream.map { $0 } },
    NamedOperator("map(keyPath)") { upstream, _ in upstream.map(\.magnitude).map { Int($0) } },
    NamedOperator("filter") { upstream, _ in upstream.filter { _ in true } },
    NamedOperator("compactMap") { upstream, _ in upstream.compactMap { $0 } },
    NamedOperator("mapError") { upstream, _ in upstream.mapError { $0 } },
    NamedOperator("scan") { upstream, _ in upstream.scan(0) { $0 + $1 } },
    NamedOperator("ignoreOutput") { upstream, _ in upstream.ignoreOutput().map { (_: Never) -> Int in } },
    NamedOperator("merge") { upstream, _ in upstream.merge(with: Empty<Int, Failed>()) },
    NamedOperator("mergeMany") { upstream, _ in Publishers.MergeMany([upstream]) },
    NamedOperator("combineLatest") { upstream, _ in
        upstream.combineLatest(Just(1).setFailureType(to: Failed.self)) { $0 + $1 }
    },
    NamedOperator("zip") { upstream, _ in
        upstream.zip((0..<100).publisher.setFailureType(to: Failed.self)) { $0 + $1 }
    },
    NamedOperator("prepend") { upstream, _ in upstream.prepend(0) },
    NamedOperator("append") { upstream, _ in upstream.append(0) },
    NamedOperator("share") { upstream, _ in upstream.share() },
    NamedOperator("multicast") { upstream, _ in
        upstream.multicast { PassthroughSubject<Int, Failed>() }.autoconnect()
    },
    NamedOperator("decode") { upstream, _ in upstream.map(Decoy.init).decode(type: Int.self, decoder: DecoyDecoder()) },
]

/// A text stream that keeps nothing.
struct Silence: TextOutputStream {
    mutating func write(_ string: String) {}
}

/// A document with one number in it.
struct Decoy {
    var number: Int
}

struct DecoyDecoder: TopLevelDecoder {
    func decode<T: Decodable>(_ type: T.Type, from decoy: Decoy) throws -> T {
        guard let value = decoy.number as? T else { throw Failed("not a number") }
        return value
    }
}
