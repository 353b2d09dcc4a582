import CacheManagement
import NetworkTransfer
import Networking
import TestSupport
import Testing
import TodoFeature

@Suite("Todos: account switch", .timeLimit(.minutes(1)))
struct TodoAccountTests {
    @Test("From the moment the scope changes, nothing of the former account is readable")
    func nothingOld() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.switchScope(to: "bob")
        #expect(world.repository.cached() == nil)
        #expect(try await world.repository.todos(.cacheFirst).value.ids == ["b-1"])
    }

    @Test("After the clear, the former account's todos are gone for good")
    func cleared() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        try await world.switchAccount(to: "bob")
        try await world.switchAccount(to: "alice")
        #expect(world.repository.cached() == nil)
        #expect(try await world.repository.todos(.cacheFirst).source == .network)
    }

    @Test("C6: a late answer reaches nobody", arguments: [true, false], ["todos.list", "todos.update"])
    func lateAnswer(clears: Bool, operation: String) async throws {
        let world = TodoWorld()
        world.session.hold(operation)
        let waiting = Task {
            await failure { () throws(TodoError) in
                if operation == "todos.list" {
                    _ = try await world.repository.todos(.cacheFirst)
                } else {
                    _ = try await world.repository.setDone(true, id: "a-1")
                }
            }
        }
        await world.session.waitForHeld(operation)
        if clears { try await world.switchAccount(to: "bob") } else { world.switchScope(to: "bob") }
        world.session.release(operation)
        guard case .cleared = await waiting.value else {
            Issue.record("another end")
            return
        }
        world.switchScope(to: "alice")
        #expect(world.repository.cached() == nil)
    }

    @Test("C5: a read that comes after the clear starts its own load, and gets the new account's todos")
    func afterClear() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        let old = Task {
            await failure { () throws(TodoError) in _ = try await world.repository.todos(.cacheFirst) }
        }
        await world.session.waitForHeld("todos.list")
        try await world.switchAccount(to: "bob")
        guard case .cleared = await old.value else {
            Issue.record("told too late, or not at all")
            return
        }
        async let new = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list")
        world.session.release("todos.list")
        #expect(try await new.value.ids == ["b-1"])
    }

    @Test("C9: clearing another scope does not touch what is under way")
    func otherScope() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        async let todos = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list")
        for cache in world.module.caches { try await cache.clear(CacheScope(account: "bob", dataSource: "mock")) }
        world.session.release("todos.list")
        #expect(try await todos.value.count == 3)
        #expect(try await world.repository.todos(.cacheFirst).source == .memory)
    }

    @Test("The cache service clears the todos with all the rest")
    func service() async throws {
        let world = TodoWorld()
        let caches = CacheManagementService()
        world.module.caches.forEach(caches.register)
        _ = try await world.repository.todos(.cacheFirst)
        try await caches.clearAllCaches()
        #expect(world.repository.cached() == nil)
    }

    @Test("An observer is told once, and goes on with the new account")
    func observers() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        var updates = world.repository.updates().makeAsyncIterator()
        #expect(await updates.next()?.value?.count == 3)
        try await world.switchAccount(to: "bob")
        guard case .cleared = await updates.next() else {
            Issue.record("not told")
            return
        }
        async let loaded = world.repository.todos(.cacheFirst)
        #expect(await updates.next()?.value?.ids == ["b-1"])
        _ = try await loaded
        _ = try await world.repository.setDone(true, id: "b-1")
        #expect(await updates.next()?.value?.done == ["b-1"])
    }

    @Test("C4: loads, changes, clears and switches in any order leave nothing old", arguments: 0..<200 as Range<UInt64>)
    func interleavings(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let world = TodoWorld()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: group.addTask { _ = try? await world.repository.todos(.cacheFirst) }
                case 1: group.addTask { _ = try? await world.repository.todos(.networkOnly) }
                case 2: group.addTask { _ = try? await world.repository.setDone(true, id: "a-1") }
                case 3: group.addTask { await world.repository.invalidate() }
                default: group.addTask { try? await world.switchAccount(to: "alice") }
                }
            }
        }
        try await world.switchAccount(to: "bob")
        world.switchScope(to: "alice")
        #expect(world.repository.cached() == nil)
        world.switchScope(to: "bob")
        #expect(try await world.repository.todos(.cacheFirst).value.ids == ["b-1"])
    }
}
