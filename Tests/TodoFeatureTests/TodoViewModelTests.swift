import CacheManagement
import DependencyContainer
import Foundation
import Networking
import TestSupport
import Testing
import TodoFeature

@Suite("Todos: view model and use case", .timeLimit(.minutes(1)))
@MainActor
struct TodoViewModelTests {
    private let world = TodoWorld()

    @Test("Two screens cost one call; a third has its first frame at once")
    func screens() async {
        let (first, second) = (world.module.makeTodoListViewModel(), world.module.makeTodoListViewModel())
        await showing([first.observe, second.observe]) {
            await until { first.todos.value != nil && second.todos.value != nil }
            let third = world.module.makeTodoListViewModel()
            #expect(third.todos.value?.count == 3 && !third.todos.isLoading && !third.todos.isStale)
        }
        #expect(world.listCalls == 1)
    }

    @Test("One screen's change shows on all of them, before the server has answered")
    func change() async {
        let (first, second) = (world.module.makeTodoListViewModel(), world.module.makeTodoListViewModel())
        await showing([first.observe, second.observe]) {
            await until { first.todos.value != nil && second.todos.value != nil }
            world.session.hold("todos.update")
            async let changed: Void = first.setDone(true, id: "a-1")
            await until { first.openCount == 1 && second.openCount == 1 }
            await world.session.waitForHeld("todos.update")
            world.session.release("todos.update")
            await changed
            #expect(first.changeError == nil && first.openCount == 1)
        }
        #expect(world.listCalls == 1)
    }

    @Test("A change that fails is taken back on all screens; the one that made it tells why")
    func failedChange() async {
        let (first, second) = (world.module.makeTodoListViewModel(), world.module.makeTodoListViewModel())
        world.server.fail("todos.update", .status(500))
        await showing([first.observe, second.observe]) {
            await until { first.todos.value != nil && second.todos.value != nil }
            await first.setDone(true, id: "a-1")
            await until { first.openCount == 2 && second.openCount == 2 }
            guard case .transfer = first.changeError else {
                Issue.record("no error shown")
                return
            }
            #expect(second.changeError == nil)
        }
    }

    @Test("The filter narrows and orders: by due date, those without last; among all, the done ones last")
    func filter() async {
        let dates = [3, nil, 1, 2].map { $0.map { Date(timeIntervalSince1970: $0) } }
        let todos = zip(["1", "2", "3", "4"], dates).map { Todo(id: $0, title: "", isDone: $0 == "3", dueAt: $1) }
        let useCase = world.module.useCase
        #expect(useCase.todos(.all, among: todos).ids == ["4", "1", "2", "3"])
        #expect(useCase.todos(.open, among: todos).ids == ["4", "1", "2"])
        #expect(useCase.todos(.done, among: todos).ids == ["3"])
        let list = world.module.makeTodoListViewModel()
        await list.refresh()
        #expect(list.todos.value?.ids == ["a-1", "a-3", "a-2"])
        list.filter = .done
        #expect(list.todos.value?.ids == ["a-2"] && list.openCount == 2)
    }

    @Test("A spinner shows for the first load only; a refresh keeps the value, and so does its failure")
    func noFlash() async {
        let list = world.module.makeTodoListViewModel()
        world.session.hold("todos.list")
        await showing([list.observe]) {
            await until { list.todos.isLoading }
            await world.session.waitForHeld("todos.list")
            world.session.release("todos.list")
            await until { list.todos.value != nil }

            world.session.hold("todos.list")
            async let refreshed: Void = list.refresh()
            await until { list.todos.isRefreshing }
            #expect(list.todos.value?.count == 3 && !list.todos.isLoading)
            await world.session.waitForHeld("todos.list")
            world.session.release("todos.list")
            await refreshed
            #expect(!list.todos.isRefreshing)

            world.server.fail("todos.list", .network(.offline))
            await list.refresh()
            #expect(list.todos.error is TodoError)
            #expect(list.todos.value?.count == 3 && list.todos.isStale)

            world.server.fail("todos.list", nil)
            await list.refresh()
            #expect(list.todos.error == nil && !list.todos.isStale)
        }
    }

    @Test("Offline, a screen opens with the stale todos and says why")
    func offline() async {
        let first = world.module.makeTodoListViewModel()
        await first.refresh()
        world.server.fail("todos.list", .network(.offline))
        world.clock.advance(by: .seconds(3_600))
        let list = world.module.makeTodoListViewModel()
        #expect(list.todos.value?.count == 3 && list.todos.isStale)
        await showing([list.observe]) {
            await until { list.todos.error != nil }
            #expect(list.todos.value?.count == 3 && list.todos.isStale)
        }
    }

    @Test("An account switch empties the screens and fills them with the new account")
    func accountSwitch() async throws {
        let list = world.module.makeTodoListViewModel()
        try await showing([list.observe]) {
            await until { list.todos.value?.count == 3 }
            world.session.hold("todos.list")
            try await world.switchAccount(to: "bob")
            await until { list.todos.isLoading && list.todos.value == nil }
            await world.session.waitForHeld("todos.list")
            world.session.release("todos.list")
            await until { list.todos.value?.ids == ["b-1"] }
            #expect(list.todos.error == nil)
        }
    }

    @Test("C6: a screen that waits for the former account never shows its answer")
    func lateAnswer() async throws {
        let list = world.module.makeTodoListViewModel()
        world.session.hold("todos.list")
        try await showing([list.observe]) {
            await world.session.waitForHeld("todos.list")
            try await world.switchAccount(to: "bob")
            await world.session.waitForHeld("todos.list")
            world.session.release("todos.list")
            await until { list.todos.value != nil }
            #expect(list.todos.value?.ids == ["b-1"] && list.todos.error == nil)
        }
    }

    @Test("A screen that goes away stops waiting, and is released")
    func goingAway() async {
        var list: TodoListViewModel? = world.module.makeTodoListViewModel()
        weak let released = list
        world.session.hold("todos.list")
        let task = Task { [list] in await list?.observe() }
        await world.session.waitForHeld("todos.list")
        task.cancel()
        await task.value
        #expect(list?.todos.isLoading == false)
        list = nil
        #expect(released == nil)
        world.session.release("todos.list")
    }

    @Test("Without a module, a screen says that nothing is configured; a registered use case is injected")
    func container() async throws {
        let useCase = await confirmation("reported") { reported in
            DependencyContainer(onIssue: { _ in reported() }, { _ in }).todoUseCase
        }
        let list = TodoListViewModel(useCase: useCase)
        await list.observe()
        guard case .notConfigured = list.todos.error as? TodoError else {
            Issue.record("no error shown")
            return
        }
        let container = DependencyContainer { $0.register(TodoUseCaseKey.self, value: world.module.useCase) }
        #expect(try await container.todoUseCase.todos(.cacheFirst).value.count == 3)
    }
}
