import CacheManagement
import TestSupport
import Testing

@Suite("Optimistic updates")
struct MutationTests {
    let loader = ManualLoader<String, Int>()
    let commits = ManualLoader<String, Int>()
    let cache: LoadingCache<String, Int>

    init() {
        cache = LoadingCache(name: "test", policy: .forever, load: loader.load)
    }

    /// Starts an update whose commit is answered by hand, and returns when the change is visible and the commit runs.
    func update(
        _ number: Int, default initial: Int? = nil, _ apply: @escaping @Sendable (Int) -> Int
    ) async -> Task<Int, any Error> {
        let task = Task {
            try await cache.optimisticUpdate(of: .one, default: initial, apply: apply) {
                try await commits.load(.one)
            }
        }
        await commits.waitForCall(number)
        return task
    }

    var visible: Int? { cache.cachedValue(for: .one)?.value }

    @Test("C61: of two toggles whose replies come in the other order, the later one wins")
    func replyOrder() async throws {
        cache.set(0, for: .one)
        let first = await update(1) { _ in 1 }
        let second = await update(2) { _ in 2 }
        #expect(visible == 2)
        await commits.answer(2, 0)
        #expect(try await second.value == 0)
        #expect(visible == 2)
        await commits.answer(1, 0)
        _ = try await first.value
        #expect(visible == 2)
        #expect(cache.cachedValue(for: .one)?.isStale == false)
        #expect(loader.count == 0)
    }

    @Test("C62: two updates that both fail end at the committed value", arguments: [[1, 2], [2, 1]])
    func bothFail(order: [Int]) async throws {
        cache.set(10, for: .one)
        let updates = [await update(1) { $0 + 1 }, await update(2) { $0 * 2 }]
        #expect(visible == 22)
        for number in order {
            await commits.fail(number, Failure())
            let error = await #expect(throws: CacheError.self) { try await updates[number - 1].value }
            #expect(error?.underlying as? Failure == Failure())
        }
        #expect(visible == 10)
        // The source may have one of them all the same.
        #expect(cache.cachedValue(for: .one)?.isStale == true)
    }

    @Test("C63: a read that began before the change does not overwrite it, and the value is loaded anew after")
    func readBefore() async throws {
        cache.set(0, for: .one)
        let read = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.waitForCall(1)
        let update = await update(1) { $0 + 1 }
        await loader.answer(1, 0)
        #expect(try await read.value == 1)
        #expect(visible == 1)
        await commits.answer(1, 0)
        _ = try await update.value
        #expect(visible == 1)
        #expect(cache.cachedValue(for: .one)?.isStale == true)
    }

    @Test("C63: a read during the change is not stored, and one that ends after it neither")
    func readDuring() async throws {
        cache.set(0, for: .one)
        let update = await update(1) { $0 + 1 }
        let inside = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.answer(1, 0)
        #expect(try await inside.value == 1)
        let across = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.waitForCall(2)
        await commits.answer(1, 0)
        _ = try await update.value
        await loader.answer(2, 0)
        #expect(try await across.value == 1)
        #expect(visible == 1)
        let after = Task { try await cache.value(for: .one) }
        await loader.answer(3, 5)
        #expect(try await after.value == 5)
        #expect(visible == 5)
    }

    @Test("C63: an observed value is loaded anew once, after a change that overlapped a read")
    func observedReload() async throws {
        cache.set(0, for: .one)
        var updates = cache.updates(for: .one).makeAsyncIterator()
        #expect(await updates.next()?.value == 0)
        let update = await update(1) { $0 + 1 }
        #expect(await updates.next()?.value == 1)
        let inside = Task { try await cache.value(for: .one, policy: .networkOnly) }
        await loader.answer(1, 0)
        _ = try await inside.value
        await commits.answer(1, 0)
        _ = try await update.value
        await loader.answer(2, 7)
        #expect(await updates.next()?.value == 7)
        #expect(loader.count == 2)
    }

    @Test("C64: rolling back one of three changes leaves the other two")
    func rollbackOfOne() async throws {
        struct Fields: Equatable { var a = 0, b = 0, c = 0 }
        let cache = LoadingCache<String, Fields>(name: "test", policy: .forever) { _ in Fields() }
        cache.set(Fields(), for: .one)
        let changes: [@Sendable (Fields) -> Fields] = [
            {
                var fields = $0; fields.a = 1; return fields
            },
            {
                var fields = $0; fields.b = 2; return fields
            },
            {
                var fields = $0; fields.c = 3; return fields
            },
        ]
        var updates: [Task<Int, any Error>] = []
        for (index, change) in changes.enumerated() {
            updates.append(
                Task { try await cache.optimisticUpdate(of: .one, apply: change) { try await commits.load(.one) } })
            await commits.waitForCall(index + 1)
        }
        #expect(cache.cachedValue(for: .one)?.value == Fields(a: 1, b: 2, c: 3))
        await commits.fail(2, Failure())
        _ = await updates[1].result
        #expect(cache.cachedValue(for: .one)?.value == Fields(a: 1, b: 0, c: 3))
        await commits.answer(3, 0)
        await commits.answer(1, 0)
        for update in updates { _ = await update.result }
        #expect(cache.cachedValue(for: .one)?.value == Fields(a: 1, b: 0, c: 3))
    }

    @Test("C65: two increments give two")
    func increments() async throws {
        cache.set(0, for: .one)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { try await cache.optimisticUpdate(of: .one, apply: { $0 + 1 }) { await Task.yield() } }
            }
            try await group.waitForAll()
        }
        #expect(visible == 100)
        #expect(cache.inspect().observations.isEmpty)
    }

    @Test("C67: a rollback restores absence")
    func absence() async throws {
        let shown = await update(1, default: 0) { $0 + 1 }
        #expect(visible == 1)
        await commits.fail(1, Failure())
        _ = await shown.result
        #expect(visible == nil)
        let hidden = await update(2) { $0 + 1 }
        #expect(visible == nil)
        await commits.answer(2, 0)
        _ = try await hidden.value
        #expect(visible == nil)
    }

    @Test("a change during which the scope is cleared is gone, and its result returned all the same")
    func clearDuring() async throws {
        cache.set(0, for: .one)
        let update = await update(1) { $0 + 1 }
        try await cache.clear(.alice)
        #expect(visible == nil)
        await commits.answer(1, 9)
        #expect(try await update.value == 9)
        #expect(visible == nil)
    }

    @Test("a value that is set during a change is what the change applies to")
    func setDuring() async throws {
        cache.set(0, for: .one)
        let update = await update(1) { $0 + 1 }
        cache.set(10, for: .one)
        #expect(visible == 11)
        #expect(cache.modify(.one) { $0 = 20 })
        #expect(visible == 21)
        cache.remove(.one)
        #expect(visible == nil)
        cache.set(30, for: .one)
        await commits.answer(1, 0)
        _ = try await update.value
        #expect(visible == 31)
    }

    @Test("the caller's cancellation shows as such, and the change is taken back")
    func cancelled() async throws {
        cache.set(0, for: .one)
        let update = await update(1) { $0 + 1 }
        update.cancel()
        let error = await #expect(throws: CacheError.self) { try await update.value }
        #expect(error?.isCancelled == true)
        #expect(visible == 0)
    }

    @Test("a hundred changes in place at the same time lose none")
    func modify() async {
        #expect(!cache.modify(.one) { $0 += 1 })
        cache.set(0, for: .one)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { cache.modify(.one) { $0 += 1 } } }
        }
        #expect(visible == 100)
    }
}
