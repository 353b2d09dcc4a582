import CacheManagement
import ModuleSupport
import TestSupport
import Testing

@Suite("Paged lists")
struct PageTests {
    struct Item: Identifiable, Equatable, Sendable { let id: Int }

    /// A list that changes on the server, with cursors that are good for one version of it only.
    final class Server: Sendable {
        struct State {
            var items: [Int]
            var version = 0
            var calls: [Int?] = []
        }
        struct StaleCursor: Error {}
        private let state: Locked<State>
        init(_ items: [Int]) { state = Locked(State(items: items)) }

        var calls: Int { state.withLock { $0.calls.count } }

        func change(_ items: [Int]) {
            state.withLock { state in
                state.items = items
                state.version += 1
            }
        }

        /// Three items a page; the cursor is the version and the offset.
        func page(_ cursor: Int?) throws -> Page<Item, Int> {
            try state.withLock { state in
                state.calls.append(cursor)
                let offset = cursor.map { $0 % 1_000 } ?? 0
                if let cursor, cursor / 1_000 != state.version { throw StaleCursor() }
                let end = min(offset + 3, state.items.count)
                let next = end < state.items.count ? state.version * 1_000 + end : nil
                return Page(items: state.items[offset..<end].map(Item.init), next: next)
            }
        }
    }

    let server = Server(Array(1...8))
    let key = CacheKey("list", in: CacheScope.alice)

    func cache() -> PagedCache<String, Item, Int> {
        PagedCache(name: "test", policy: .forever) { [server] _, cursor in
            await Task.yield()
            return try server.page(cursor)
        }
    }

    @Test("pages are added one by one until the end")
    func loadMore() async throws {
        let cache = cache()
        #expect(try await cache.pages(for: key).items.map(\.id) == [1, 2, 3])
        #expect(try await cache.loadMore(key).items.map(\.id) == Array(1...6))
        let all = try await cache.loadMore(key)
        #expect(all.items.map(\.id) == Array(1...8))
        #expect(!all.hasMore)
        #expect(try await cache.loadMore(key).pageCount == 3)
        #expect(server.calls == 3)
    }

    @Test("ten calls for the next page at the same time add one page")
    func sharedLoad() async throws {
        let cache = cache()
        _ = try await cache.pages(for: key)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await cache.loadMore(key).items.count } }
            for try await count in group { #expect(count >= 6) }
        }
        let items = try await cache.pages(for: key).items.map(\.id)
        #expect(items == Array(Set(items)).sorted())
    }

    @Test("C83: a refetch walks the pages with new cursors and swaps all of them at once, without duplicates")
    func refetch() async throws {
        let cache = cache()
        _ = try await cache.pages(for: key)
        _ = try await cache.loadMore(key)
        var updates = cache.lists.updates(for: key).makeAsyncIterator()
        #expect(await updates.next()?.value?.pageCount == 2)
        server.change([0, 1, 2, 3, 4, 5, 6, 7])
        cache.lists.invalidate(key)
        let pages = await updates.next()?.value
        #expect(pages?.items.map(\.id) == [0, 1, 2, 3, 4, 5])
        #expect(pages?.pageCount == 2)
    }

    @Test("C83: a refetch stops where the list has become shorter")
    func shorter() async throws {
        let cache = cache()
        _ = try await cache.pages(for: key)
        _ = try await cache.loadMore(key)
        server.change([1, 2])
        let pages = try await cache.pages(for: key, policy: .networkOnly)
        #expect(pages.items.map(\.id) == [1, 2])
        #expect(pages.pageCount == 1)
    }

    @Test("an item that moves to the next page while one walks appears once")
    func duplicates() {
        var pages = Pages<Item, Int>()
        pages.append(Page(items: [1, 2, 3].map(Item.init), next: 3))
        pages.append(Page(items: [3, 4].map(Item.init), next: nil))
        #expect(pages.items.map(\.id) == [1, 2, 3, 4])
        #expect(pages.pageCount == 2)
    }
}
