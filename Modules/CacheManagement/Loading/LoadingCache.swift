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
    @usableFromInline let state: Locked<State>
    @usableFromInline let clock: CacheClock
    /// Whether fresh values stay fresh, so that a hit need not read the clock.
    @usableFromInline let neverExpires: Bool
    let sleeper: any Clock<Duration>
    let loader: Loader
    let currentScope: (@Sendable () -> CacheScope)?
    let attributes: (@Sendable (CacheKey<ID>, Value) -> CacheAttributes)?
    let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// A cache whose values are loaded by `load`.
    ///
    /// - Parameters:
    ///   - name: a name for reports.
    ///   - policy: how long values serve, and what failures mean.
    ///   - limits: how much the cache may hold.
    ///   - currentScope: the scope that is current now. When given, it is asked before each load and again when the
    ///     load is done: if it is no longer the key's, the result is dropped and its waiters get
    ///     ``CacheError/cleared``. So data of a former account, or of a data source that was switched, is never kept.
    ///   - attributes: what the cache has to know about a value: its cost, its tags, a policy of its own. Asked once,
    ///     when the value is stored.
    ///   - pressure: where the cache learns that memory is short.
    ///   - clock: what ages and deadlines are measured on. The default counts the time the device sleeps.
    ///   - load: loads the value of a key; called once for all who wait for it.
    public convenience init(
        name: String,
        policy: CachePolicy = .standard,
        limits: CacheLimits = CacheLimits(count: 1_000),
        currentScope: (@Sendable () -> CacheScope)? = nil,
        attributes: (@Sendable (CacheKey<ID>, Value) -> CacheAttributes)? = nil,
        pressure: MemoryPressureSource? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Loader
    ) {
        self.init(name, policy, limits, currentScope, attributes, clock, areEqual: nil, load)
        pressure?.register(self)
    }

    init(
        _ name: String, _ policy: CachePolicy, _ limits: CacheLimits, _ currentScope: (@Sendable () -> CacheScope)?,
        _ attributes: (@Sendable (CacheKey<ID>, Value) -> CacheAttributes)?, _ clock: any Clock<Duration>,
        areEqual: (@Sendable (Value, Value) -> Bool)?, _ loader: @escaping Loader
    ) {
        self.name = name
        self.policy = policy
        self.currentScope = currentScope
        self.attributes = attributes
        self.loader = loader
        self.areEqual = areEqual
        self.clock = CacheClock(clock)
        sleeper = clock
        neverExpires = attributes == nil && CacheInstant(policy.freshFor) == .distantFuture
        state = Locked(State(core: Core(policy: policy, limits: limits)))
    }

    /// Changes the state, then does what follows from it outside the lock. The clock is read outside as well.
    @discardableResult
    func update<Output: Sendable>(_ body: (inout Core, CacheInstant) -> Output) -> Output {
        let now = clock.now()
        let (output, effects) = state.withLock { state in
            let output = body(&state.core, now)
            return (output, state.core.takeEffects())
        }
        perform(effects)
        return output
    }

    private func perform(_ effects: [Core.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let id, let key, let priority): start(id, key, priority)
            case .cancel(let id): state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel()
            case .resume(let waiter, let answer): waiter.resume(returning: answer)
            case .deliver(let listener, let update): listener.resume(returning: update)
            case .linger(let id, let duration): lookAfter(id, in: duration)
            case .release: break  // What it holds dies with the effects.
            }
        }
    }

    private func start(_ id: FlightID, _ key: CacheKey<ID>, _ priority: TaskPriority?) {
        let task = Task(priority: priority) { await self.fly(id, key) }
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
            let draft = draft(value, for: key)
            update { $0.land(id, with: draft, at: $1) }
        case .failure(let error, let failure):
            update { $0.land(id, failedWith: error, failure, at: $1) }
        case .outOfScope:
            update { $0.landOutOfScope(id, at: $1) }
        }
        _ = state.withLock { $0.tasks.removeValue(forKey: id) }
    }

    private func lookAfter(_ id: FlightID, in duration: Duration) {
        Task { [weak self, sleeper] in
            try? await sleeper.sleep(for: duration)
            self?.update { $0.abandonIfUnwanted(id, mayLinger: false, at: $1) }
        }
    }

    /// The value with what the cache has to know about it; user code, so never called under the lock.
    func draft(_ value: Value, for key: CacheKey<ID>) -> Draft<Value> {
        Draft(value, attributes?(key, value) ?? CacheAttributes(), policy: policy)
    }
}

extension LoadingCache where Value: Equatable {
    /// A cache whose values are loaded by `load`, and whose observers are not told when a value is replaced by an
    /// equal one.
    ///
    /// The parameters are those of the other initializer.
    public convenience init(
        name: String,
        policy: CachePolicy = .standard,
        limits: CacheLimits = CacheLimits(count: 1_000),
        currentScope: (@Sendable () -> CacheScope)? = nil,
        attributes: (@Sendable (CacheKey<ID>, Value) -> CacheAttributes)? = nil,
        pressure: MemoryPressureSource? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Loader
    ) {
        self.init(name, policy, limits, currentScope, attributes, clock, areEqual: { $0 == $1 }, load)
        pressure?.register(self)
    }
}
