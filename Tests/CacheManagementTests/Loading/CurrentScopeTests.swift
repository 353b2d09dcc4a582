import CacheManagement
import ModuleSupport
import Testing

@Suite("Following the current scope", .timeLimit(.minutes(1)))
struct CurrentScopeTests {
    private final class Account: Sendable {
        private let name = Locked("alice")
        var scope: CacheScope { CacheScope(account: name.withLock { $0 }, dataSource: "mock") }
        func become(_ other: String) { name.withLock { $0 = other } }
    }

    private let account = Account()
    private let cache: LoadingCache<String, String>

    init() {
        let account = account
        cache = LoadingCache(name: "test", currentScope: { account.scope }) { "\($0.scope.account) loaded" }
    }

    private var key: CacheKey<String> { CacheKey("id", in: account.scope) }

    private func isCleared(_ update: CacheUpdate<String>?) -> Bool {
        if case .cleared = update { true } else { false }
    }

    @Test("An observer goes on with the new scope after the former one was cleared")
    func follow() async throws {
        cache.set("alice", for: key)
        var updates = cache.updates(for: "id", followingScope: { [account] in account.scope }).makeAsyncIterator()
        #expect(await updates.next()?.value == "alice")
        let former = account.scope
        account.become("bob")
        cache.set("bob", for: key)
        try await cache.clear(former)
        #expect(isCleared(await updates.next()))
        #expect(await updates.next()?.value == "bob")
        cache.set("bob again", for: key)
        #expect(await updates.next()?.value == "bob again")
    }

    @Test("A value of a scope that is no longer current is not delivered")
    func outdated() async {
        var updates = cache.updates(for: "id", followingScope: { [account] in account.scope }).makeAsyncIterator()
        let former = key
        account.become("bob")
        cache.set("alice", for: former)
        #expect(isCleared(await updates.next()))
        cache.set("bob", for: key)
        #expect(await updates.next()?.value == "bob")
    }

    @Test("A clear without a change of the scope is told, and the stream goes on")
    func sameScope() async throws {
        cache.set("alice", for: key)
        var updates = cache.updates(for: "id", followingScope: { [account] in account.scope }).makeAsyncIterator()
        #expect(await updates.next()?.value == "alice")
        try await cache.clearAll()
        #expect(isCleared(await updates.next()))
        _ = try await cache.value(for: key)
        #expect(await updates.next()?.value == "alice loaded")
    }

    @Test("A cancelled reader ends, also after a change of the scope")
    func cancelled() async throws {
        let updates = cache.updates(for: "id", followingScope: { [account] in account.scope })
        let reader = Task {
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        account.become("bob")
        try await cache.clearAll()
        reader.cancel()
        #expect(await reader.value <= 1)
    }
}
