public import CacheManagement
import ModuleSupport

/// The todos in memory. Nothing outlives the process.
public final class InMemoryTodoLocalDataSource: TodoLocalDataSource {
    private struct Store {
        let generation: UInt64
        var ledger = TodoLedger()
        var loadedAt = CacheInstant.start
        var version: UInt64 = 0
    }

    private struct State {
        var stores: [CacheScope: Store] = [:]
        var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
        /// Names stores and listeners, and numbers tickets.
        var tick: UInt64 = 0

        mutating func nextTick() -> UInt64 {
            tick += 1
            return tick
        }

        /// Under the lock, so that nobody is told before there is something to see. A reader only wakes up here; it
        /// runs on its own executor.
        func notify() {
            for listener in listeners.values { listener.yield() }
        }
    }

    /// The name in reports.
    public let name = "todos.list"
    private let state = Locked(State())
    private let clock: CacheClock

    /// An empty source.
    ///
    /// - Parameter clock: what ages are measured on.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = CacheClock(clock)
    }

    /// The present store of a scope.
    public func store(for scope: CacheScope) -> TodoStoreID {
        let generation = state.withLock { state in
            if let store = state.stores[scope] { return store.generation }
            let generation = state.nextTick()
            state.stores[scope] = Store(generation: generation)
            return generation
        }
        return TodoStoreID(scope: scope, generation: generation)
    }

    /// Linear in the number of todos while changes are under way.
    public func todos(in store: TodoStoreID) -> StoredTodos? {
        let now = clock.now()
        return state.withLock { state in
            guard let found = state.stores[store.scope], found.generation == store.generation,
                let todos = found.ledger.visible
            else { return nil }
            let age = max(.zero, found.loadedAt.duration(to: now))
            return StoredTodos(todos, age: age, version: found.version)
        }
    }

    /// The next ticket.
    public func beginLoad(in store: TodoStoreID) -> TodoTicket {
        TodoTicket(number: state.withLock { $0.nextTick() })
    }

    /// Stores what was loaded, unless it comes too late.
    public func replace(with todos: [Todo], in store: TodoStoreID, ticket: TodoTicket) -> TodoReplacement {
        let now = clock.now()
        return change(store) { found, _ in
            let replacement = found.ledger.replace(with: todos, ticket: ticket)
            if replacement != .outdated { found.loadedAt = now }
            return replacement
        } ?? .cleared
    }

    /// Shows a change before it is confirmed.
    public func beginChange(of id: String, isDone: Bool, in store: TodoStoreID) -> TodoTicket {
        let ticket = beginLoad(in: store)
        change(store) { found, _ in found.ledger.begin(ticket, id: id, isDone: isDone) }
        return ticket
    }

    /// Ends a change.
    public func confirm(_ change: TodoTicket, with todo: Todo, in store: TodoStoreID) {
        self.change(store) { found, now in found.ledger.confirm(change, with: todo, now: now) }
    }

    /// Takes a change back.
    public func rollBack(_ change: TodoTicket, in store: TodoStoreID) {
        self.change(store) { found, now in found.ledger.rollBack(change, now: now) }
    }

    /// A stream that keeps one element at most.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            let id = state.nextTick()
            state.listeners[id] = continuation
            return id
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Ends the store of one scope; never throws.
    public func clear(_ scope: CacheScope) async throws(CacheError) {
        drop { $0 == scope }
    }

    /// Ends all stores; never throws.
    public func clearAll() async throws(CacheError) {
        drop { _ in true }
    }

    private func drop(_ matches: (CacheScope) -> Bool) {
        state.withLock { state in
            state.stores = state.stores.filter { !matches($0.key) }
            state.notify()
        }
    }

    /// Changes a store that is still alive, with a ticket for the change, and tells the readers.
    @discardableResult
    private func change<Result: Sendable>(
        _ id: TodoStoreID, _ body: (inout Store, TodoTicket) -> Result
    ) -> Result? {
        state.withLock { state in
            guard var store = state.stores[id.scope], store.generation == id.generation else { return nil }
            store.version = state.nextTick()
            let result = body(&store, TodoTicket(number: store.version))
            state.stores[id.scope] = store
            state.notify()
            return result
        }
    }
}
