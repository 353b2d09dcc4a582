import TestSupport
import Testing

@Suite("Manual clock")
struct ManualClockTests {
    @Test("Sleepers wake when the clock gets there, and not before", .timeLimit(.minutes(1)))
    func advance() async throws {
        let clock = ManualClock()
        let early = Task { try await clock.sleep(for: .seconds(1)) }
        let late = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 2)
        clock.advance(by: .milliseconds(1))
        try await early.value
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        try await late.value
        #expect(clock.now.offset == .seconds(6))
    }

    @Test("Cancelling wakes a sleeper with an error, before and while it sleeps", .timeLimit(.minutes(1)))
    func cancel() async {
        let clock = ManualClock()
        for cancelsFirst in [true, false] {
            let task = Task { try await clock.sleep(for: .seconds(1)) }
            if !cancelsFirst { await clock.waitForSleepers() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("A deadline in the past does not sleep")
    func past() async throws {
        let clock = ManualClock()
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    }

    @Test("The generator's sequence is the published one")
    func generator() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }
}
