import ModuleSupport

/// Ends the transfers of a session whose time is up. One task sleeps for all of them: a timer for each request would
/// stay in the runtime's heap until its deadline, long after the request is done.
final class DeadlineKeeper: Sendable {
    private struct State {
        var transfers: [ObjectIdentifier: Transfer] = [:]
        /// When the sleeping task wakes; `nil` while none sleeps.
        var wake: Duration?
        /// Tells the task that counts from those that were replaced.
        var round = 0
        var sleeper: Task<Void, Never>?
    }

    /// Runs since the session was made; transfers take their times from it.
    let stopwatch: Stopwatch
    private let state = Locked(State())

    init(clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock)
    }

    deinit {
        state.withLock { $0.sleeper }?.cancel()
    }

    /// Keeps the deadlines of a transfer until it is removed.
    func add(_ transfer: Transfer) {
        let due = stopwatch.elapsed() + transfer.nextDeadline().remaining
        let (round, replaced) = state.withLock { state -> (Int?, Task<Void, Never>?) in
            state.transfers[ObjectIdentifier(transfer)] = transfer
            if let wake = state.wake, wake <= due { return (nil, nil) }
            defer { state.sleeper = nil }
            state.wake = due
            state.round += 1
            return (state.round, state.sleeper)
        }
        guard let round else { return }
        replaced?.cancel()
        let sleeper = Task { [weak self, stopwatch] in
            var wait = due - stopwatch.elapsed()
            while true {
                do { try await stopwatch.sleep(wait) } catch { return }
                guard let next = self?.check(round) else { return }
                wait = next
            }
        }
        state.withLock { state in
            if state.round == round { state.sleeper = sleeper }
        }
    }

    func remove(_ transfer: Transfer) {
        state.withLock { _ = $0.transfers.removeValue(forKey: ObjectIdentifier(transfer)) }
    }

    /// Stops what is overdue; gives the time until the next deadline, `nil` when this round is over.
    private func check(_ round: Int) -> Duration? {
        let transfers = state.withLock { state -> [Transfer] in
            guard state.round == round else { return [] }
            // Whoever adds a transfer from here on starts a new round, for this one does not look at it.
            state.wake = nil
            return Array(state.transfers.values)
        }
        var next: Duration?
        for transfer in transfers {
            let (deadline, remaining) = transfer.nextDeadline()
            if remaining <= .zero {
                transfer.stop(.timeout(deadline))
            } else {
                next = min(next ?? remaining, remaining)
            }
        }
        guard let next else { return nil }
        let wake = stopwatch.elapsed() + next
        return state.withLock { state in
            guard state.round == round, state.wake == nil else { return nil }
            state.wake = wake
            return next
        }
    }
}
