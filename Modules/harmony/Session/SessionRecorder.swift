import CacheManagement
import Observation

/// Visits screens as a user does: opens the view model, waits until it shows something settled, and leaves.
@MainActor
final class SessionRecorder {
    private(set) var screens: [SessionReport.Screen] = []
    /// What the user is about, from now on.
    var phase = ""
    private let connection: Connection
    private let progress: @MainActor (String) -> Void
    private let clock = ContinuousClock()

    init(connection: Connection, progress: @escaping @MainActor (String) -> Void) {
        self.connection = connection
        self.progress = progress
    }

    /// Opens a screen, waits until its state is settled, records where the data came from, and leaves.
    ///
    /// - Parameters:
    ///   - observe: what the view runs while it is visible.
    ///   - state: what the view shows.
    func visit<Value: Sendable>(
        _ name: String, observe: @escaping @MainActor () async -> Void,
        state: @escaping @MainActor () -> ViewState<Value>
    ) async throws(SessionFailure) -> Value {
        let shown = await record(name) {
            let view = Task { await observe() }
            let settled = await Self.settled(state)
            view.cancel()
            await view.value
            return settled
        }
        guard let value = shown.value else { throw .screen(name, shown.error ?? CacheError.notCached) }
        return value
    }

    /// Records a change that the user makes; `body` returns when it is done.
    func change(_ name: String, _ body: @MainActor () async throws -> Void) async throws(SessionFailure) {
        progress(name)
        let calls = connection.calls
        let start = clock.now
        do {
            try await body()
        } catch {
            throw .change(name, error)
        }
        add(name, source: connection.calls > calls ? "network" : "none", since: start, calls)
    }

    /// Records a visit of several screens at once.
    func record<Value: Sendable>(
        _ name: String, _ body: @MainActor () async -> ViewState<Value>
    ) async -> ViewState<Value> {
        progress(name)
        let calls = connection.calls
        let start = clock.now
        let shown = await body()
        let made = connection.calls - calls
        let source =
            switch (shown.value, made) {
            case (nil, _): "none"
            case (_, 0): shown.isStale ? "memory (stale)" : "memory"
            default: "network"
            }
        add(name, source: source, since: start, calls)
        return shown
    }

    private func add(_ name: String, source: String, since start: ContinuousClock.Instant, _ calls: Int) {
        let duration = start.duration(to: clock.now)
        screens.append(
            .init(
                phase: phase, name: name, source: source, calls: connection.calls - calls,
                milliseconds: duration / .milliseconds(1)))
    }

    /// Waits until a state shows the outcome of its load: a value within its time, or a failure with or without an
    /// older value. A stale value alone is not the end: its refresh is about to begin.
    static func settled<Value: Sendable>(_ state: @escaping @MainActor () -> ViewState<Value>) async -> ViewState<Value>
    {
        while true {
            let now = state()
            switch now {
            case .loaded(_, isStale: false, isRefreshing: false), .failed: return now
            case .idle, .loading, .loaded: break
            }
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = state()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }
}
