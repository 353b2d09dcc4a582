import CacheManagement
import Testing

@Suite("Optimistic updates whose answer is the value", .timeLimit(.minutes(1)))
struct AnswerTests {
    private struct Refused: Error {}

    private let key = CacheKey("k", in: CacheScope(account: "a", dataSource: "mock"))
    private let cache = LoadingCache<String, [String]>(name: "answers", policy: .forever) { _ in [] }

    /// Makes a change that waits for `gate` before it is answered.
    private func change(_ guess: String, answer: [String]?, gate: AsyncStream<Void>) -> Task<[String], any Error> {
        Task {
            try await cache.optimisticUpdate(of: key, apply: { $0 + [guess] }) {
                for await _ in gate { break }
                guard let answer else { throw Refused() }
                return answer
            }
        }
    }

    /// Waits until the cache shows `value`.
    private func shows(_ value: [String]) async {
        for await update in cache.updates(for: key) where update.value == value { return }
    }

    @Test("The guess shows at once, and the answer takes its place, without a load")
    func answer() async throws {
        cache.set(["base"], for: key)
        let gate = AsyncStream.makeStream(of: Void.self)
        let change = change("guess", answer: ["base", "answer"], gate: gate.stream)
        await shows(["base", "guess"])
        gate.continuation.finish()
        #expect(try await change.value == ["base", "answer"])
        #expect(cache.cachedValue(for: key)?.value == ["base", "answer"])
        #expect(cache.cachedValue(for: key)?.isStale == false)
        #expect(cache.statistics.loads == 0)
    }

    @Test("C61: answers in another order than the changes: the last change's answer stays")
    func order() async throws {
        cache.set(["base"], for: key)
        let gates = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let first = change("1", answer: ["one"], gate: gates.0.stream)
        await shows(["base", "1"])
        let second = change("2", answer: ["two"], gate: gates.1.stream)
        await shows(["base", "1", "2"])
        gates.1.continuation.finish()
        _ = try await second.value
        #expect(cache.cachedValue(for: key)?.value == ["two"])
        gates.0.continuation.finish()
        _ = try await first.value
        #expect(cache.cachedValue(for: key)?.value == ["two"])
    }

    @Test("C64: a change that fails is taken back, and the other's answer stays")
    func failure() async throws {
        cache.set(["base"], for: key)
        let gates = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let first = change("1", answer: nil, gate: gates.0.stream)
        await shows(["base", "1"])
        let second = change("2", answer: ["base", "two"], gate: gates.1.stream)
        await shows(["base", "1", "2"])
        gates.0.continuation.finish()
        await #expect(throws: CacheError.self) { try await first.value }
        #expect(cache.cachedValue(for: key)?.value == ["base", "2"])
        gates.1.continuation.finish()
        _ = try await second.value
        #expect(cache.cachedValue(for: key)?.value == ["base", "two"])
    }

    @Test("An answer that comes after the scope was cleared is not stored")
    func cleared() async throws {
        cache.set(["base"], for: key)
        let gate = AsyncStream.makeStream(of: Void.self)
        let change = change("guess", answer: ["late"], gate: gate.stream)
        await shows(["base", "guess"])
        try await cache.clear(key.scope)
        gate.continuation.finish()
        #expect(try await change.value == ["late"])
        #expect(cache.cachedValue(for: key) == nil)
    }
}
