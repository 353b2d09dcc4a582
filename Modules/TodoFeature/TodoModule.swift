public import CacheManagement
public import NetworkTransfer

/// The todos feature, put together: what a composition root makes once and keeps.
///
/// To switch the account or the data source, let `scope` answer the new scope first and then clear the former one with
/// `CacheManagementService.clear(_:)`.
public struct TodoModule: Sendable {
    /// The single source of truth.
    public let repository: any TodoRepository
    /// What the screens use.
    public let useCase: any TodoUseCase
    /// The feature's caches, to be registered with the `CacheManagementService`.
    public let caches: [any ManagedCache]
    private let reloading: SignalBinding

    /// Puts the feature together.
    ///
    /// - Parameters:
    ///   - service: makes the calls, to the real server or to a mock.
    ///   - scope: the account and data source that are current now. Called often, from any thread; must be quick.
    ///   - signals: where ``CacheManagement/Signal/todosNeedReload`` is listened to.
    ///   - policy: how long todos are fresh and may stand in, ``CacheManagement/CachePolicy/disabled`` for no storing
    ///     and sharing at all.
    ///   - clock: what ages are measured on.
    public init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy = .todos, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let repository = DefaultTodoRepository(
            remote: APITodoRemoteDataSource(service: service), local: InMemoryTodoLocalDataSource(clock: clock),
            scope: scope, policy: policy, clock: clock)
        self.repository = repository
        useCase = DefaultTodoUseCase(repository: repository)
        caches = [repository]
        reloading = signals.bind(.todosNeedReload) {
            await repository.invalidate()
            // Without anything stored there is nothing to put right: the next read loads anyway.
            if repository.cached() != nil { _ = try? await repository.todos(.cacheFirst) }
        }
    }

    /// The view model of the todo list.
    @MainActor public func makeTodoListViewModel() -> TodoListViewModel { .init(useCase: useCase) }
}

extension CachePolicy {
    /// Todos are fresh for two minutes, and the last good ones stand in for a week when the server cannot be asked, but
    /// not when it refuses the account (401, 403).
    public static var todos: CachePolicy {
        CachePolicy(
            freshFor: .seconds(2 * 60), staleIfError: .seconds(7 * 24 * 60 * 60), classify: TodoError.classify)
    }
}
