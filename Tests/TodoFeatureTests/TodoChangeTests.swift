import CacheManagement
import NetworkTransfer
import Networking
import TestSupport
import Testing
import TodoFeature

@Suite("Todos: repository, changes", .timeLimit(.minutes(1)))
struct TodoChangeTests {
    @Test("A change shows before the server has answered, and the next answer agrees")
    func optimistic() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.session.hold("todos.update")
        async let done = world.repository.setDone(true, id: "a-1")
        await world.session.waitForHeld("todos.update")
        #expect(world.repository.cached()?.value.done == ["a-1", "a-2"])
        let during = try await world.repository.todos(.cacheFirst)
        #expect(during.source == .memory && during.value.done == ["a-1", "a-2"])
        world.session.release("todos.update")
        #expect(try await done.isDone)
        #expect(try await world.repository.todos(.cacheFirst).source == .memory, "the server has confirmed it")
        #expect(try await world.repository.todos(.networkOnly).value.done == ["a-1", "a-2"])
        #expect(world.listCalls == 2)
    }

    @Test("A change that fails is taken back, the cause is told, and the next read loads", arguments: [400, 404, 500])
    func rollback(status: Int) async throws {
        let world = TodoWorld()
        let before = try await world.repository.todos(.cacheFirst).value
        world.server.fail("todos.update", .status(status))
        let error = await failure { () throws(TodoError) in _ = try await world.repository.setDone(true, id: "a-1") }
        switch error {
        case .notFound(let id): #expect(status == 404 && id == "a-1")
        case .transfer(.status(let response)): #expect(response.statusCode == status)
        default: Issue.record("another error")
        }
        #expect(world.repository.cached()?.value == before)
        #expect(try await world.repository.todos(.cacheFirst).source == .network)
    }

    @Test("Offline, a change is taken back, and the todos stay")
    func offline() async throws {
        let world = TodoWorld()
        let before = try await world.repository.todos(.cacheFirst).value
        world.server.fail("todos.update", .network(.offline))
        world.server.fail("todos.list", .network(.offline))
        _ = await failure { () throws(TodoError) in _ = try await world.repository.setDone(true, id: "a-1") }
        let after = try await world.repository.todos(.cacheFirst)
        #expect(after.value == before && after.isStale && after.error != nil)
    }

    @Test("C64: taking one change back leaves another that is under way")
    func independent() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.session.hold("todos.update")
        async let first = world.repository.setDone(true, id: "a-1")
        await world.session.waitForHeld("todos.update")
        world.server.fail("todos.update", .network(.connectionLost))
        _ = await failure { () throws(TodoError) in _ = try await world.repository.setDone(false, id: "a-2") }
        #expect(world.repository.cached()?.value.done == ["a-1", "a-2"])
        world.session.release("todos.update")
        _ = try await first
        #expect(world.repository.cached()?.value.done == ["a-1", "a-2"])
    }

    @Test("C63: an answer from before the change does not undo it, and is not fresh")
    func overlap() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.session.hold("todos.list")
        async let old = world.repository.todos(.networkOnly)
        await world.session.waitForHeld("todos.list")
        _ = try await world.repository.setDone(true, id: "a-1")
        world.session.release("todos.list")
        #expect(try await old.value.done == ["a-1", "a-2"])
        #expect(world.repository.cached()?.value.done == ["a-1", "a-2"])
    }

    @Test("C63: a load that lands while a change is under way shows the change, and its failure what was loaded")
    func overlapUnderWay() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.session.hold("todos.update")
        let change = Task {
            await failure { () throws(TodoError) in _ = try await world.repository.setDone(false, id: "a-2") }
        }
        await world.session.waitForHeld("todos.update")
        _ = world.rows.set("a-3", true)
        _ = world.rows.set("a-2", true)
        #expect(try await world.repository.todos(.networkOnly).value.done == ["a-3"])
        change.cancel()
        guard case .cancelled = await change.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(world.repository.cached()?.value.done == ["a-2", "a-3"])
        #expect(try await world.repository.todos(.cacheFirst).source == .network, "not fresh")
    }

    @Test("A change needs no stored todos")
    func withoutTodos() async throws {
        let world = TodoWorld()
        #expect(try await world.repository.setDone(true, id: "a-1").isDone)
        #expect(world.repository.cached() == nil)
        #expect(try await world.repository.todos(.cacheFirst).value.done == ["a-1", "a-2"])
    }

    @Test("A change of a todo that is not in the list is the server's to judge")
    func unknown() async throws {
        let world = TodoWorld()
        let before = try await world.repository.todos(.cacheFirst).value
        guard
            case .notFound(id: "x") = await failure(of: { () throws(TodoError) in
                _ = try await world.repository.setDone(true, id: "x")
            })
        else {
            Issue.record("another error")
            return
        }
        #expect(world.repository.cached()?.value == before)
    }
}
