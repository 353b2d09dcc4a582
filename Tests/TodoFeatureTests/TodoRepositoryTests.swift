import CacheManagement
import NetworkTransfer
import Networking
import TestSupport
import Testing
import TodoFeature

@Suite("Todos: repository, reads", .timeLimit(.minutes(1)))
struct TodoRepositoryTests {
    @Test("Screens one after another cost one call; from the second on they are served from memory")
    func oneCall() async throws {
        let world = TodoWorld()
        let first = try await world.repository.todos(.cacheFirst)
        #expect(first.source == .network && first.value.ids == ["a-1", "a-2", "a-3"])
        for _ in 0..<3 {
            let next = try await world.repository.todos(.cacheFirst)
            #expect(next.source == .memory && !next.isStale && next.value == first.value)
        }
        #expect(world.repository.cached()?.value == first.value)
        #expect(world.listCalls == 1)
    }

    @Test("Fifty screens at the same time cost one call")
    func singleFlight() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await world.repository.todos(.cacheFirst).value.count } }
            await world.session.waitForHeld("todos.list")
            world.session.release("todos.list")
            for try await count in group { #expect(count == 3) }
        }
        #expect(world.listCalls == 1)
    }

    @Test("C17: a screen that gives up leaves the others alone, and gets its own cancellation at once")
    func oneGivesUp() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        let patient = Task { try await world.repository.todos(.cacheFirst) }
        await world.session.waitForHeld("todos.list")
        let impatient = Task {
            await failure { () throws(TodoError) in _ = try await world.repository.todos(.cacheFirst) }
        }
        impatient.cancel()
        guard case .cancelled = await impatient.value else {
            Issue.record("not cancelled")
            return
        }
        world.session.release("todos.list")
        #expect(try await patient.value.value.count == 3)
        #expect(world.listCalls == 1)
    }

    @Test("C21, C22: when the last one gives up the call ends, and the next one makes a new call")
    func allGiveUp() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        let waiting = Task {
            await failure { () throws(TodoError) in _ = try await world.repository.todos(.cacheFirst) }
        }
        await world.session.waitForHeld("todos.list")
        waiting.cancel()
        _ = await waiting.value
        async let next = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list")
        world.session.release("todos.list")
        #expect(try await next.value.count == 3)
        #expect(world.listCalls == 2)
    }

    @Test("C23: who was cancelled before makes no call")
    func cancelledBefore() async {
        let world = TodoWorld()
        let task = Task {
            await withCheckedContinuation { $0.resume() }
            while !Task.isCancelled { await Task.yield() }
            return await failure { () throws(TodoError) in _ = try await world.repository.todos(.cacheFirst) }
        }
        task.cancel()
        guard case .cancelled = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(world.listCalls == 0)
    }

    @Test("After two minutes the todos are loaded anew")
    func timeToLive() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.clock.advance(by: .seconds(119))
        #expect(try await world.repository.todos(.cacheFirst).source == .memory)
        #expect(world.repository.cached()?.isStale == false)
        world.clock.advance(by: .seconds(2))
        #expect(world.repository.cached()?.isStale == true)
        #expect(try await world.repository.todos(.cacheFirst).source == .network)
        #expect(world.listCalls == 2)
    }

    @Test("C33: offline, the last good todos are there, marked stale, with the error; a week later they are not")
    func offline() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.server.fail("todos.list", .network(.offline))
        world.clock.advance(by: .seconds(3_600))
        for policy in [FetchPolicy.cacheFirst, .networkFirst] {
            let result = try await world.repository.todos(policy)
            #expect(result.isStale && result.source == .memory && result.age == .seconds(3_600))
            #expect(result.value.count == 3)
            guard case .transfer(.noResponse(let cause)) = result.error as? TodoError else {
                Issue.record("the cause is lost")
                return
            }
            #expect(cause.kind == .offline)
        }
        guard
            case .transfer = await failure(of: { () throws(TodoError) in
                _ = try await world.repository.todos(.networkOnly)
            })
        else {
            Issue.record("no error")
            return
        }
        world.clock.advance(by: .seconds(7 * 24 * 3_600))
        await #expect(throws: TodoError.self) { try await world.repository.todos(.cacheFirst) }
    }

    @Test("Offline with nothing stored, the cause is told, to everyone who waited")
    func offlineAtFirst() async {
        let world = TodoWorld()
        world.server.fail("todos.list", .network(.offline))
        await withTaskGroup(of: TodoError?.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    await failure { () throws(TodoError) in _ = try await world.repository.todos(.cacheFirst) }
                }
            }
            for await error in group {
                guard case .transfer(.noResponse(let cause)) = error else {
                    Issue.record("another error")
                    continue
                }
                #expect(cause.kind == .offline)
            }
        }
        #expect(world.repository.cached() == nil)
    }

    @Test("An account that the server refuses sees no stale todos", arguments: [401, 403])
    func refused(status: Int) async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.server.fail("todos.list", .status(status))
        world.clock.advance(by: .seconds(3_600))
        await #expect(throws: TodoError.self) { try await world.repository.todos(.cacheFirst) }
    }

    @Test("A malformed answer is a parsing error beside the last good todos")
    func malformed() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        world.server.fail("todos.list", .body(#"{"todos": [{}]}"#))
        world.clock.advance(by: .seconds(121))
        let result = try await world.repository.todos(.cacheFirst)
        guard case .transfer(.parsing) = result.error as? TodoError else {
            Issue.record("no parsing error")
            return
        }
        #expect(result.value.count == 3)
    }

    @Test("Cached only: what is stored, whatever its age, and no call")
    func cacheOnly() async throws {
        let world = TodoWorld()
        guard
            case .notCached = await failure(of: { () throws(TodoError) in
                _ = try await world.repository.todos(.cacheOnly)
            })
        else {
            Issue.record("no error")
            return
        }
        _ = try await world.repository.todos(.cacheFirst)
        #expect(try await world.repository.todos(.cacheOnly).isStale == false)
        world.clock.advance(by: .seconds(121))
        #expect(try await world.repository.todos(.cacheOnly).isStale)
        #expect(world.listCalls == 1)
    }

    @Test("Stale while revalidate: the stale todos at once, one refresh behind them")
    func staleWhileRevalidate() async throws {
        var policy = CachePolicy.todos
        policy.staleWhileRevalidate = .seconds(60)
        let world = TodoWorld(policy: policy)
        _ = try await world.repository.todos(.cacheFirst)
        _ = world.rows.set("a-1", true)
        world.clock.advance(by: .seconds(121))
        let updates = world.repository.updates()
        for _ in 0..<5 {
            let stale = try await world.repository.todos(.staleWhileRevalidate)
            #expect(stale.source == .memory)
        }
        for await update in updates where update.value?.done == ["a-1", "a-2"] { break }
        #expect(world.listCalls == 2)
        world.clock.advance(by: .seconds(200))
        #expect(try await world.repository.todos(.staleWhileRevalidate).source == .network)
    }

    @Test("Caching off: every read is a call, nothing is stored, a change goes straight through")
    func disabled() async throws {
        let world = TodoWorld(policy: .disabled)
        for _ in 0..<3 { #expect(try await world.repository.todos(.cacheFirst).source == .network) }
        #expect(try await world.repository.setDone(true, id: "a-1").isDone)
        #expect(try await world.repository.todos(.cacheFirst).value.done == ["a-1", "a-2"])
        #expect(world.listCalls == 4 && world.repository.cached() == nil)
    }

    @Test("C1: invalidated while loading, the answer is delivered and not fresh; a later read makes its own call")
    func invalidatedOnTheWay() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        async let first = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list")
        await world.repository.invalidate()
        _ = world.rows.set("a-1", true)
        async let second = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list", 2)
        world.session.release("todos.list")
        let (old, new) = try await (first, second)
        #expect(old.value.ids == new.value.ids && new.value.done == ["a-1", "a-2"])
        let after = try await world.repository.todos(.cacheFirst)
        #expect(after.source == .memory && after.value.done == ["a-1", "a-2"])
        #expect(world.listCalls == 2)
    }

    @Test("C1: what was invalidated while it was loading is stored, and loaded again at the next read")
    func invalidatedBeforeLanding() async throws {
        let world = TodoWorld()
        world.session.hold("todos.list")
        async let first = world.repository.todos(.cacheFirst)
        await world.session.waitForHeld("todos.list")
        await world.repository.invalidate()
        world.session.release("todos.list")
        #expect(try await first.value.count == 3)
        #expect(try await world.repository.todos(.cacheOnly).isStale)
        #expect(try await world.repository.todos(.cacheFirst).source == .network)
        #expect(world.listCalls == 2)
    }

    @Test("Invalidated alone, what is stored is loaded at the next read")
    func invalidated() async throws {
        let world = TodoWorld()
        _ = try await world.repository.todos(.cacheFirst)
        await world.repository.invalidate()
        #expect(try await world.repository.todos(.cacheOnly).isStale)
        #expect(try await world.repository.todos(.cacheFirst).source == .network)
        #expect(world.listCalls == 2)
    }

    @Test("A burst of signals costs one refresh; without anything stored it costs none")
    func signal() async throws {
        let world = TodoWorld(window: .milliseconds(10))
        for (round, calls) in [(0, 0), (1, 2)] {
            if round == 1 { _ = try await world.repository.todos(.cacheFirst) }
            for _ in 0..<20 { world.signals.send(.todosNeedReload) }
            await world.clock.waitForSleepers()
            world.clock.advance(by: .milliseconds(10))
            await world.signals.waitUntilIdle()
            #expect(world.listCalls == calls)
        }
    }
}
