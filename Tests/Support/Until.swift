import Observation

/// Waits until `condition` holds, looking again whenever something observable that it read has changed.
@MainActor
public func until(_ condition: @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}

/// Runs `body` while screens are on the display: each closure is a screen's `observe`.
@MainActor
public func showing<Result>(
    _ screens: [@MainActor () async -> Void], _ body: @MainActor () async throws -> Result
) async rethrows -> Result {
    let tasks = screens.map { screen in Task { await screen() } }
    defer { tasks.forEach { $0.cancel() } }
    return try await body()
}
