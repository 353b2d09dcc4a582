public import CacheManagement
public import DependencyContainer

extension ModuleID {
    /// The todos module, as it is named in `HARMONY_DATA`.
    public static let todos: ModuleID = "todos"
}

extension Signal {
    /// Something changed the todos elsewhere: what is stored is stale, and is loaded anew, once a burst.
    public static let todosNeedReload: Signal = "todos.need-reload"
}

/// The key of the todos use case.
public enum TodoUseCaseKey: DependencyKey {
    /// Its calls throw ``TodoError/notConfigured``.
    public static var unconfigured: any TodoUseCase { UnconfiguredTodoUseCase() }
}

extension DependencyContainer {
    /// The todos use case: `@Injected(\.todoUseCase)`.
    public var todoUseCase: any TodoUseCase { self[TodoUseCaseKey.self] }
}
