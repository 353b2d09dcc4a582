import ModuleSupport

/// The connection between a signal and what it sets off. It ends when it is cancelled or released.
public final class SignalBinding: Sendable {
    private let end: Locked<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = Locked(end)
    }

    deinit { cancel() }

    /// Ends the binding. An action that runs goes on.
    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}

/// The state of one action in a burst of signals.
struct SignalBurst: Sendable {
    private enum Phase {
        case idle
        case waiting
        case running
        /// Running, and a signal came meanwhile.
        case runningAgain
    }

    private var phase = Phase.idle

    /// A signal came. Whether the action has to be scheduled.
    mutating func send() -> Bool {
        switch phase {
        case .idle:
            phase = .waiting
            return true
        case .running:
            phase = .runningAgain
            return false
        case .waiting, .runningAgain:
            return false
        }
    }

    /// The action begins: signals from now on are of the next burst.
    mutating func begin() { phase = .running }

    /// The action is done. Whether it has to run again.
    mutating func finish() -> Bool {
        defer { phase = phase == .runningAgain ? .waiting : .idle }
        return phase == .runningAgain
    }
}
