public import CacheManagement
import Foundation

/// What the todo screens need. Implementations are safe to use from any thread or actor.
public protocol TodoUseCase: Sendable {
    /// The todos with their origin; see ``TodoRepository/todos(_:)``.
    func todos(_ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]>
    /// What is stored, for a screen's first frame; see ``TodoRepository/cached()``.
    func cached() -> CachedValue<[Todo]>?
    /// The todos from now on; see ``TodoRepository/updates()``.
    func updates() -> AsyncStream<CacheUpdate<[Todo]>>
    /// Sets whether a todo is done, on all screens at once; see ``TodoRepository/setDone(_:id:)``.
    @discardableResult
    func setDone(_ isDone: Bool, id: Todo.ID) async throws(TodoError) -> Todo
    /// The todos that a filter keeps, in the order in which they are to be done: by due date, those without one last,
    /// and otherwise in the server's order. Pure.
    func todos(_ filter: TodoFilter, among todos: [Todo]) -> [Todo]
}

/// Which todos a screen shows.
public enum TodoFilter: Sendable, Hashable, CaseIterable {
    /// All of them, the open ones first.
    case all
    /// Those that are not done.
    case open
    /// Those that are done.
    case done
}

/// The use case over a repository.
public struct DefaultTodoUseCase: TodoUseCase {
    private let repository: any TodoRepository

    /// A use case that reads and changes through `repository`.
    public init(repository: any TodoRepository) {
        self.repository = repository
    }

    /// The todos of the repository.
    public func todos(_ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]> {
        try await repository.todos(policy)
    }

    /// What the repository has stored.
    public func cached() -> CachedValue<[Todo]>? { repository.cached() }

    /// The repository's updates.
    public func updates() -> AsyncStream<CacheUpdate<[Todo]>> { repository.updates() }

    /// Makes the change in the repository.
    public func setDone(_ isDone: Bool, id: Todo.ID) async throws(TodoError) -> Todo {
        try await repository.setDone(isDone, id: id)
    }

    /// Sorts in O(n log n).
    public func todos(_ filter: TodoFilter, among todos: [Todo]) -> [Todo] {
        switch filter {
        case .all: self.todos(.open, among: todos) + self.todos(.done, among: todos)
        case .open: byDueDate(todos.filter { !$0.isDone })
        case .done: byDueDate(todos.filter(\.isDone))
        }
    }

    private func byDueDate(_ todos: [Todo]) -> [Todo] {
        todos.sorted { ($0.dueAt ?? .distantFuture) < ($1.dueAt ?? .distantFuture) }
    }
}

/// Stands in where no todos module was registered: every call fails with ``TodoError/notConfigured``.
struct UnconfiguredTodoUseCase: TodoUseCase {
    func todos(_ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]> { throw .notConfigured }
    func cached() -> CachedValue<[Todo]>? { nil }
    func updates() -> AsyncStream<CacheUpdate<[Todo]>> { AsyncStream { nil } }
    func setDone(_ isDone: Bool, id: Todo.ID) async throws(TodoError) -> Todo { throw .notConfigured }
    func todos(_ filter: TodoFilter, among todos: [Todo]) -> [Todo] { [] }
}
