import CacheManagement

/// What loaders fail with in these tests.
struct Failure: Error, Equatable {
    var name = "failed"
}

extension CacheScope {
    static let alice = CacheScope(account: "alice", dataSource: "real")
    static let bob = CacheScope(account: "bob", dataSource: "real")
}

extension CacheKey where ID == String {
    static let one = CacheKey("one", in: .alice)
    static let two = CacheKey("two", in: .alice)
}

extension LoadingCache {
    /// Waits until so many readers wait for `key`.
    func waitForWaiters(_ count: Int, of key: CacheKey<ID>) async {
        while inspect().flights.filter({ $0.key == "\(key)" }).map(\.waiters).reduce(0, +) != count {
            await Task.yield()
        }
    }

    /// Waits until nothing is loading.
    func waitUntilIdle() async {
        while !inspect().flights.isEmpty { await Task.yield() }
    }
}
