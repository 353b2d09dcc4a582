import ModuleSupport

/// Carries signals from the modules that send them to those that act on them.
///
/// Signals carry no data: they say that something happened, and whoever cares reads anew. So a burst of the same
/// signal may be delivered as one. Safe to use from any thread or actor; actions and streams run outside the lock.
public final class SignalService: Sendable {
    /// What a signal sets off.
    public typealias Action = @Sendable () async -> Void

    private struct State {
        var nextID: UInt64 = 0
        var bindings: [UInt64: Binding] = [:]
        var subscriptions: [UInt64: Subscription] = [:]
        /// Actions that are scheduled or run, and who waits for there to be none.
        var running = 0
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private struct Binding: Sendable {
        let signals: Set<Signal>
        let action: Action
        var burst = SignalBurst()
    }

    fileprivate struct Subscription {
        let signals: Set<Signal>
        /// Signals that were not taken yet, each once, the oldest first.
        var pending: [Signal] = []
        var listener: SignalListener?
    }

    private let window: Duration
    let clock: any Clock<Duration>
    private let state = Locked(State())

    /// A service that runs an action once for all its signals that are sent within `window` of the first one.
    public init(window: Duration = .milliseconds(10), clock: any Clock<Duration> = ContinuousClock()) {
        self.window = window
        self.clock = clock
    }

    /// Tells everyone who listens to `signal`. Returns at once.
    public func send(_ signal: Signal) {
        let (waiting, started) = state.withLock { state in
            var waiting: [SignalListener] = []
            for id in state.subscriptions.keys {
                if let listener = state.subscriptions[id]?.receive(signal) { waiting.append(listener) }
            }
            let bound = state.bindings.filter { $0.value.signals.contains(signal) }.keys
            let started = bound.filter { state.bindings[$0]?.burst.send() == true }
            state.running += started.count
            return (waiting, started)
        }
        for listener in waiting { listener.resume(returning: signal) }
        for id in started { run(id) }
    }

    /// The signals named, from now on; all signals when none is named.
    ///
    /// A signal that is sent several times before it is taken is delivered once. The stream ends when its task is
    /// cancelled or it is dropped.
    public func signals(_ names: Signal...) -> AsyncStream<Signal> {
        signals(Set(names))
    }

    /// ``signals(_:)-(Signal...)`` for a set of names.
    func signals(_ names: Set<Signal>) -> AsyncStream<Signal> {
        let id = state.withLock { state in
            state.nextID += 1
            state.subscriptions[state.nextID] = Subscription(signals: names)
            return state.nextID
        }
        let token = SignalBinding { [weak self] in self?.endSubscription(id) }
        return AsyncStream { [weak self] in
            guard let self else { return nil }
            return await self.next(id, token)
        }
    }

    /// Runs `action` after `signal` was sent: once a burst, never twice at the same time, and once more if the signal
    /// is sent while it runs.
    ///
    /// - Returns: the binding, which ends when it is cancelled or released.
    public func bind(_ signal: Signal, to action: @escaping Action) -> SignalBinding {
        bind([signal], to: action)
    }

    /// Runs `action` after one of `signals` was sent, as ``bind(_:to:)-(Signal,_)`` does.
    public func bind(_ signals: Set<Signal>, to action: @escaping Action) -> SignalBinding {
        let id = state.withLock { state in
            state.nextID += 1
            state.bindings[state.nextID] = Binding(signals: signals, action: action)
            return state.nextID
        }
        return SignalBinding { [weak self] in
            // The action dies outside the lock.
            _ = self?.state.withLock { $0.bindings.removeValue(forKey: id) }
        }
    }

    /// Waits until everything is done that the signals sent so far have set off, and what that set off in turn.
    ///
    /// For tests, and for background work that may not end before the refresh it caused. Returns at once when nothing
    /// runs; cancelling the caller does not end the wait.
    public func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.idleWaiters.append(continuation) }
                return state.running == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func endRun() {
        let waiters = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.idleWaiters = [] }
            return state.idleWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func run(_ id: UInt64) {
        Task { [self, clock, window] in
            defer { endRun() }
            repeat {
                if window > .zero { try? await clock.sleep(for: window) }
                let action = state.withLock { state in
                    state.bindings[id]?.burst.begin()
                    return state.bindings[id]?.action
                }
                guard let action else { return }
                await action()
            } while state.withLock { $0.bindings[id]?.burst.finish() } == true
        }
    }

    private func next(_ id: UInt64, _ token: SignalBinding) async -> Signal? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> (SignalListener, Signal?)? in
                    if Task.isCancelled || state.subscriptions[id] == nil { return (continuation, nil) }
                    return state.subscriptions[id]?.take(continuation)
                }
                if let (listener, signal) = ready { listener.resume(returning: signal) }
            }
        } onCancel: {
            token.cancel()
        }
    }

    private func endSubscription(_ id: UInt64) {
        state.withLock { $0.subscriptions.removeValue(forKey: id)?.listener }?.resume(returning: nil)
    }
}

/// A reader of a stream that waits for the next signal.
private typealias SignalListener = CheckedContinuation<Signal?, Never>

extension SignalService.Subscription {
    /// Keeps the signal, or returns the listener to give it to.
    fileprivate mutating func receive(_ signal: Signal) -> SignalListener? {
        guard signals.isEmpty || signals.contains(signal) else { return nil }
        if let listener {
            self.listener = nil
            return listener
        }
        if !pending.contains(signal) { pending.append(signal) }
        return nil
    }

    /// Whom to resume with what: the continuation with the next signal; or nobody, when it is kept for later. One reader
    /// takes one signal at a time: another that waits gets the end.
    fileprivate mutating func take(
        _ continuation: SignalListener
    ) -> (SignalListener, Signal?)? {
        if !pending.isEmpty { return (continuation, pending.removeFirst()) }
        defer { listener = continuation }
        return listener.map { ($0, nil) }
    }
}
