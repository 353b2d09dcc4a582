import ModuleSupport

/// The system's clock, which can be put forward: a session lets hours pass without waiting.
final class TravelClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let base = ContinuousClock()
    private let offset = Locked(Duration.zero)

    var now: Instant { base.now + offset.withLock { $0 } }
    var minimumResolution: Duration { base.minimumResolution }

    /// Lets time pass at once.
    func advance(by duration: Duration) {
        offset.withLock { $0 += duration }
    }

    /// Sleeps as long as the deadline is away when the call is made; putting the clock forward wakes nobody.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline - offset.withLock { $0 }, tolerance: tolerance)
    }
}
