import AppComposition

extension CommandRunner {
    /// Replays the session twice, with caches and without, and prints what each screen cost.
    func runSession() async throws {
        let cached = try await replay(isCachingEnabled: true, label: "with caches")
        let uncached = try await replay(isCachingEnabled: false, label: "without caches")
        console.progress("")
        let report = SessionReport(
            screens: cached.screens,
            totals: .init(calls: cached.calls, callsWithoutCache: uncached.calls),
            checks: cached.checks)
        try output(report.text, json: report)
    }

    private func replay(
        isCachingEnabled: Bool, label: String
    ) async throws -> (screens: [SessionReport.Screen], calls: Int, checks: SessionReport.Checks) {
        let connection = Connection(observers: traffic.observers)
        let clock = TravelClock()
        var configuration = try Wiring.configuration(options, connection: connection)
        configuration.isCachingEnabled = isCachingEnabled
        configuration.clock = clock
        let app = try AppComposition(configuration)
        let recorder = SessionRecorder(connection: connection) { console.progress("\(label): \($0)") }
        var script = SessionScript(
            app: app, connection: connection, clock: clock, recorder: recorder, account: options.account)
        try await script.run()
        return (recorder.screens, connection.calls, script.checks)
    }
}
