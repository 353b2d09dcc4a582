import Observation

/// Waits until `condition` holds, looking again whenever something observable that it read has changed.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
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
