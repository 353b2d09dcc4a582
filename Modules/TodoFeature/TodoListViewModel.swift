public import CacheManagement
public import Observation

/// The state of a screen that lists todos.
@MainActor
@Observable
public final class TodoListViewModel {
    /// Which todos are shown.
    public var filter = TodoFilter.all
    /// Why the last change failed; set it to `nil` when the user has seen it.
    public var changeError: TodoError?

    private let useCase: any TodoUseCase
    private let observed: ObservedValue<[Todo], TodoError>

    /// A list over `useCase` that shows what is stored at once.
    public init(useCase: any TodoUseCase) {
        self.useCase = useCase
        observed = ObservedValue(
            .init(
                cached: { useCase.cached() },
                load: { (policy) throws(TodoError) in try await useCase.todos(policy) },
                updates: { useCase.updates() }))
    }

    /// The todos that ``filter`` keeps, in the order in which they are to be done.
    public var todos: ViewState<[Todo]> {
        observed.state.map { useCase.todos(filter, among: $0) }
    }

    /// How many todos are open, whatever the filter.
    public var openCount: Int {
        observed.state.value?.count { !$0.isDone } ?? 0
    }

    /// Loads the todos unless they are fresh, and follows their changes until the caller's task is cancelled.
    public func observe() async { await observed.observe() }

    /// Loads anew, whatever is stored; what is shown stays meanwhile, and stays if that fails.
    public func refresh() async { await observed.load(.networkOnly) }

    /// Sets whether a todo is done: it shows at once, and is taken back if that fails; ``changeError`` then says why.
    public func setDone(_ isDone: Bool, id: Todo.ID) async {
        changeError = nil
        do throws(TodoError) {
            try await useCase.setDone(isDone, id: id)
        } catch .cancelled {
        } catch {
            changeError = error
        }
    }
}
