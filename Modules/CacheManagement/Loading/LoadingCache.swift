public import ModuleSupport

/// A cache that loads what it does not have: the engine behind repositories and decorators.
///
/// ```swift
/// let contacts = LoadingCache<String, [Contact]>(name: "contacts", policy: .standard) { key in
///     try await service.fetchCodable([Contact].self, ContactsRouter.list)
/// }
/// let list = try await contacts.value(for: CacheKey("list", in: scope))
/// ```
///
/// Any number of callers that need the same key at the same time cost one call of the loader. Each waits on its own:
/// cancelling one returns at once and leaves the others alone, and the last one to leave ends the load. What was
/// invalidated, overwritten or cleared while it was loading never becomes fresh, and nothing of a cleared scope ever
/// comes back.
///
/// Safe to use from any thread or actor. A fresh value is returned on the caller's thread without suspending, in well
/// under a microsecond. The loader, observers and everything else of the user's runs outside the cache's lock; only
/// `==` and `hash(into:)` of `ID` run inside it.
public final class LoadingCache<ID: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Loads the value of one key. It runs in a task of its own, which is cancelled when nobody wants the value any
    /// longer or the scope is cleared; what it throws reaches each waiter as ``CacheError/loading(_:)``.
    public typealias Loader = @Sendable (CacheKey<ID>) async throws -> Value

    @usableFromInline
    typealias Core = LoadingCore<ID, Value, Waiter, Listener>
    @usableFromInline
    typealias Waiter = CheckedContinuation<Result<CachedValue<Value>, CacheError>, Never>
    @usableFromInline
    typealias Listener = CheckedContinuation<CacheUpdate<Value>?, Never>

    /// What guards the cache: its rules, and the tasks of the flights.
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var core: Core
        var tasks: [FlightID: Task<Void, Never>] = [:]
    }

    /// The cache's name, in reports and errors.
    public let name: String
    /// The policy for its values.
    public let policy: CachePolicy
    @usableFromInline let time: CacheTime
    @usableFromInline let state: Locked<State>
    let clock: any Clock<Duration>
    let loader: Loader
    let currentScope: (@Sendable () -> CacheScope)?
    let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// A cache whose values are loaded by `load`.
    ///
    /// - Parameters:
    ///   - name: a name for reports.
    ///   - policy: how long values serve, and what failures mean.
    ///   - currentScope: the scope that is current now. When given, it is asked before each load and again when the
    ///     load is done: if it is no longer the key's, the result is dropped and its waiters get
    ///     ``CacheError/cleared``. So data of a former account, or of a data source that was switched, is never kept.
    ///   - clock: what ages and deadlines are measured on. The default counts the time the device sleeps.
    ///   - load: loads the value of a key; called once for all who wait for it.
    public convenience init(
        name: String,
        policy: CachePolicy = .standard,
        currentScope: (@Sendable () -> CacheScope)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Loader
    ) {
        self.init(name, policy, currentScope, clock, areEqual: nil, load)
    }

    init(
        _ name: String, _ policy: CachePolicy, _ currentScope: (@Sendable () -> CacheScope)?,
        _ clock: any Clock<Duration>, areEqual: (@Sendable (Value, Value) -> Bool)?, _ loader: @escaping Loader
    ) {
        self.name = name
        self.policy = policy
        self.currentScope = currentScope
        self.clock = clock
        self.loader = loader
        self.areEqual = areEqual
        time = CacheTime(clock)
        state = Locked(State(core: Core(policy: policy, comparesValues: areEqual != nil)))
    }

    /// Changes the state, then does what follows from it outside the lock.
    @discardableResult
    func update<Output: Sendable>(_ body: (inout Core) -> Output) -> Output {
        let (output, effects) = state.withLock { state in
            let output = body(&state.core)
            return (output, state.core.takeEffects())
        }
        perform(effects)
        return output
    }

    /// Stores a value in steps: the comparison with the cached one runs outside the lock, and is made again if the
    /// cached one has changed meanwhile.
    func store(_ value: Value?, for key: CacheKey<ID>, _ body: (inout Core, Comparison?) -> Bool) {
        while true {
            let comparand = state.withLock { $0.core.comparand(key) }
            let comparison = comparand.map { comparand in
                Comparison(version: comparand.version, isEqual: value.map { isEqual($0, comparand.value) } ?? false)
            }
            if update({ body(&$0, comparison) }) { return }
        }
    }

    private func isEqual(_ left: Value, _ right: Value) -> Bool { areEqual?(left, right) ?? false }

    private func perform(_ effects: [Core.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let id, let key): start(id, key)
            case .cancel(let id): state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel()
            case .resume(let waiter, let answer): waiter.resume(returning: answer)
            case .deliver(let listener, let update): listener.resume(returning: update)
            case .linger(let id, let nanoseconds): lookAfter(id, in: nanoseconds)
            case .release: break  // What it holds dies with the effects.
            }
        }
    }

    private func start(_ id: FlightID, _ key: CacheKey<ID>) {
        let task = Task { await self.fly(id, key) }
        // A flight that has landed or was abandoned meanwhile has no use for its task.
        let isWanted = state.withLock { state in
            guard state.core.flights[id] != nil else { return false }
            state.tasks[id] = task
            return true
        }
        if !isWanted { task.cancel() }
    }

    /// Runs the loader and lands the flight.
    private func fly(_ id: FlightID, _ key: CacheKey<ID>) async {
        switch await load(key) {
        case .value(let value):
            store(value, for: key) { $0.land(id, with: value, $1, at: time.now()) }
        case .failure(let error, let failure):
            update { $0.land(id, failedWith: error, failure, at: time.now()) }
        case .outOfScope:
            update { $0.landOutOfScope(id, at: time.now()) }
        }
        _ = state.withLock { $0.tasks.removeValue(forKey: id) }
    }

    private func lookAfter(_ id: FlightID, in nanoseconds: Int64) {
        Task { [weak self, clock] in
            try? await clock.sleep(for: .nanoseconds(nanoseconds))
            guard let self else { return }
            self.update { $0.abandonIfUnwanted(id, mayLinger: false, at: self.time.now()) }
        }
    }
}

extension LoadingCache where Value: Equatable {
    /// A cache whose values are loaded by `load`, and whose observers are not told when a value is replaced by an
    /// equal one.
    ///
    /// - Parameters:
    ///   - name: a name for reports.
    ///   - policy: how long values serve, and what failures mean.
    ///   - currentScope: the scope that is current now. When given, it is asked before each load and again when the
    ///     load is done: if it is no longer the key's, the result is dropped and its waiters get
    ///     ``CacheError/cleared``. So data of a former account, or of a data source that was switched, is never kept.
    ///   - clock: what ages and deadlines are measured on. The default counts the time the device sleeps.
    ///   - load: loads the value of a key; called once for all who wait for it.
    public convenience init(
        name: String,
        policy: CachePolicy = .standard,
        currentScope: (@Sendable () -> CacheScope)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Loader
    ) {
        self.init(name, policy, currentScope, clock, areEqual: { $0 == $1 }, load)
    }
}
