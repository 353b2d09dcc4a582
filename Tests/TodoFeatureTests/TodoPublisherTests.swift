import CacheManagement
import CombineShim
import TestSupport
import Testing
import TodoFeature

@Suite("Todos as publishers: each is the twin of an asynchronous call")
struct TodoPublisherTests {
    private let world = TodoWorld()

    @Test("the same todos, the same changes, the same errors")
    func twins() async throws {
        var lists = world.module.useCase.todosPublisher.stream(.unbounded).makeAsyncIterator()
        let loaded = try #require(await first(of: world.module.useCase.todosPublisher(.cacheFirst).values))
        #expect(try await world.repository.todos(.cacheFirst).value == loaded.value)
        #expect(try await first(of: world.repository.todosPublisher(.cacheFirst).values)?.value == loaded.value)
        #expect(world.listCalls == 1)
        #expect(await lists.next()?.done == ["a-2"])

        let changed = try #require(await first(of: world.module.useCase.setDonePublisher(true, id: "a-1").values))
        #expect(changed.id == "a-1" && changed.isDone)
        while await lists.next()?.done != ["a-1", "a-2"] {}

        var published: (any Error)?
        do {
            _ = try await first(of: world.repository.setDonePublisher(true, id: "x").values)
        } catch {
            published = error
        }
        let thrown = await failure { () throws(TodoError) in _ = try await world.repository.setDone(true, id: "x") }
        #expect(published.map { "\($0)" } == thrown.map { "\($0)" })
    }
}
