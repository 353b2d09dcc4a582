import CacheManagement

// A cached value of the consumer's own: two readers at once cost one load; a logout leaves nothing behind.
actor Counter {
    private(set) var loads = 0
    func load() -> [String] {
        loads += 1
        return ["Ada", "Grace"]
    }
}

let counter = Counter()
let people = LoadingCache<String, [String]>(name: "people", policy: CachePolicy(freshFor: .seconds(60))) { _ in
    await counter.load()
}
let scope = CacheScope(account: "ada", dataSource: "real")
let key = CacheKey("all", in: scope)

async let first = people.value(for: key)
async let second = people.value(for: key)
let both = try await [first, second]
precondition(both == [["Ada", "Grace"], ["Ada", "Grace"]])
let loads = await counter.loads
precondition(loads == 1, "\(loads) loads")

let service = CacheManagementService()
service.register(people)
try await service.clear(scope)
precondition(people.cachedValue(for: key) == nil)
print("CacheManagementConsumer: 2 readers, \(loads) load")
