/// Measures from its start with any clock. It allocates nothing with the usual clocks: a request has several.
struct Stopwatch: Sendable {
    private let running: any RunningStopwatch

    init(_ clock: any Clock<Duration>) {
        running = Self.started(clock)
    }

    func elapsed() -> Duration {
        running.elapsed()
    }

    func sleep(_ duration: Duration) async throws {
        try await running.sleep(duration)
    }

    private static func started<C: Clock<Duration>>(_ clock: C) -> any RunningStopwatch {
        StartedClock(clock: clock, start: clock.now)
    }
}

private protocol RunningStopwatch: Sendable {
    func elapsed() -> Duration
    func sleep(_ duration: Duration) async throws
}

private struct StartedClock<C: Clock<Duration>>: RunningStopwatch {
    let clock: C
    let start: C.Instant

    func elapsed() -> Duration {
        start.duration(to: clock.now)
    }

    func sleep(_ duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}
