public import CacheManagement

/// Where the last known todos are kept, with a store of its own for each scope.
///
/// A store lives until its scope is cleared. What was begun in one life of a store cannot be written in the next one,
/// so nothing that arrives late brings a former account's todos back. Implementations are safe to use from any thread;
/// but for clearing, no method suspends.
public protocol TodoLocalDataSource: ManagedCache {
    /// The present store of a scope; a new and empty one after a clear.
    func store(for scope: CacheScope) -> TodoStoreID

    /// The todos with the changes that are under way applied; `nil` when there are none, or the store is gone.
    func todos(in store: TodoStoreID) -> StoredTodos?

    /// Says that the todos are about to be loaded; the ticket is for ``replace(with:in:ticket:)``.
    func beginLoad(in store: TodoStoreID) -> TodoTicket

    /// Stores what was loaded. Changes that were begun or confirmed since the ticket are applied to it.
    func replace(with todos: [Todo], in store: TodoStoreID, ticket: TodoTicket) -> TodoReplacement

    /// Shows a change before the server has confirmed it.
    func beginChange(of id: String, isDone: Bool, in store: TodoStoreID) -> TodoTicket

    /// Ends a change: `todo` is how the server has it now. A change that a later one of the same todo has overtaken is
    /// ignored.
    func confirm(_ change: TodoTicket, with todo: Todo, in store: TodoStoreID)

    /// Takes a change back; others that are under way stay.
    func rollBack(_ change: TodoTicket, in store: TodoStoreID)

    /// Says when to look again: one element for each change in any store, clearing included, and one for all that a
    /// slow reader has missed. It ends when its task is cancelled or it is dropped.
    func changes() -> AsyncStream<Void>
}

/// One life of a scope's store.
public struct TodoStoreID: Hashable, Sendable {
    /// Whose todos they are.
    public let scope: CacheScope
    /// Tells the lives of the store apart.
    public let generation: UInt64

    /// Names one life of a scope's store.
    public init(scope: CacheScope, generation: UInt64) {
        self.scope = scope
        self.generation = generation
    }
}

/// The todos that are stored, and how old they are.
public struct StoredTodos: Sendable, Equatable {
    /// In the server's order.
    public var todos: [Todo]
    /// The time since they were loaded.
    public var age: Duration
    /// Rises whenever the todos change.
    public var version: UInt64

    /// Todos of an age.
    public init(_ todos: [Todo], age: Duration, version: UInt64) {
        self.todos = todos
        self.age = age
        self.version = version
    }
}

/// The order in which loads and changes were begun.
public struct TodoTicket: Hashable, Sendable, Comparable {
    /// The position in that order.
    public let number: UInt64

    /// A ticket by its position.
    public init(number: UInt64) {
        self.number = number
    }

    /// Whether `lhs` was begun first.
    public static func < (lhs: TodoTicket, rhs: TodoTicket) -> Bool { lhs.number < rhs.number }
}

/// What became of loaded todos.
public enum TodoReplacement: Sendable, Hashable {
    /// They are stored.
    case stored
    /// They are stored, but a change was under way meanwhile: the server may have more to tell.
    case overlapped
    /// Todos that were asked for later are stored already.
    case outdated
    /// The store was cleared; nothing is stored.
    case cleared
}
