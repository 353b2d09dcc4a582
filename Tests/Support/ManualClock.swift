import ModuleSupport

/// A clock that stands still until a test moves it. Sleepers wake in the order of their deadlines; cancelling a
/// sleeping task wakes it with `CancellationError`.
public final class ManualClock: Clock, Sendable {
    /// Time since the clock was made.
    public struct Instant: InstantProtocol {
        /// How far the clock has been moved.
        public let offset: Duration

        /// The instant that much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How far the other instant is ahead.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether the first comes earlier.
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Sleeper] = []
        /// Woken early by cancellation, perhaps before they slept.
        var cancelled: Set<Int> = []
        var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func readyObservers() -> [CheckedContinuation<Void, Never>] {
            let ready = observers.filter { $0.count <= sleepers.count }.map(\.continuation)
            observers.removeAll { $0.count <= sleepers.count }
            return ready
        }
    }

    private let state = Locked(State())

    /// A clock at zero.
    public init() {}

    /// Where the test has moved the clock.
    public var now: Instant { state.withLock { $0.now } }
    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many tasks sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Returns when the clock has been moved there.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let wasCancelled = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                let (woken, observers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(id) != nil { return (true, []) }
                    if deadline <= state.now { return (false, []) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return (nil, state.readyObservers())
                }
                if let woken { continuation.resume(returning: woken) }
                observers.forEach { $0.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(returning: true)
        }
        // A cancellation that came after the wake-up left its mark.
        state.withLock { _ = $0.cancelled.remove(id) }
        if wasCancelled { throw CancellationError() }
    }

    /// Moves the clock and wakes whoever is due, earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        due.forEach { $0.continuation.resume(returning: false) }
    }

    /// Waits until at least that many tasks sleep, so that a following ``advance(by:)`` reaches them.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.observers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
