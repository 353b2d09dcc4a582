import CacheManagement
import TestSupport
import Testing

/// Random operations, one after the other, against a model that is simple enough to be seen to be right.
@Suite("The cache against a simple model")
struct ModelTests {
    static let policy = CachePolicy(
        freshFor: .seconds(10), staleWhileRevalidate: .seconds(5), staleIfError: .seconds(20), negativeFor: .seconds(3))

    /// What a read gives.
    enum Expected: Equatable {
        case value(Document, isStale: Bool, isLoaded: Bool)
        case failure
        case notCached
    }

    struct Model {
        struct Entry {
            /// `nil` for a failure that is remembered.
            var value: Document?
            var writtenAt: Int
            var isInvalidated = false
        }

        var now = 0
        var entries: [CacheKey<Int>: Entry] = [:]
        var loads = 0

        func age(_ key: CacheKey<Int>) -> Int { now - (entries[key]?.writtenAt ?? now) }

        /// The value and whether it is fresh, as long as any window can use it.
        func value(_ key: CacheKey<Int>, within window: Int = 30) -> (Document, isFresh: Bool)? {
            guard let entry = entries[key], let value = entry.value, age(key) < window else { return nil }
            return (value, !entry.isInvalidated && age(key) < 10)
        }

        func remembersFailure(_ key: CacheKey<Int>) -> Bool {
            entries[key].map { $0.value == nil && age(key) < 3 } ?? false
        }

        /// `answer` is what the source holds, `failure` how it fails if it does.
        mutating func read(
            _ key: CacheKey<Int>, _ policy: FetchPolicy, _ answer: Document, _ failure: LoadFailure?
        ) -> Expected {
            switch policy {
            case .cacheOnly:
                if remembersFailure(key) { return .failure }
                return value(key).map { .value($0.0, isStale: !$0.isFresh, isLoaded: false) } ?? .notCached
            case .cacheFirst, .staleWhileRevalidate:
                if remembersFailure(key) { return .failure }
                if let (value, isFresh) = value(key), isFresh { return .value(value, isStale: false, isLoaded: false) }
                if policy == .staleWhileRevalidate, let (value, _) = value(key, within: 15) {
                    _ = load(key, answer, failure, fallsBack: false)
                    return .value(value, isStale: true, isLoaded: false)
                }
                return load(key, answer, failure, fallsBack: true)
            case .networkFirst: return load(key, answer, failure, fallsBack: true)
            case .networkOnly, .noStore: return load(key, answer, failure, fallsBack: false)
            }
        }

        private mutating func load(
            _ key: CacheKey<Int>, _ answer: Document, _ failure: LoadFailure?, fallsBack: Bool
        ) -> Expected {
            loads += 1
            switch failure {
            case nil:
                entries[key] = Entry(value: answer, writtenAt: now)
                return .value(answer, isStale: false, isLoaded: true)
            case .negative?:
                entries[key] = Entry(value: nil, writtenAt: now)
                return .failure
            case .transient?:
                guard fallsBack, let (value, isFresh) = value(key) else { return .failure }
                return .value(value, isStale: !isFresh, isLoaded: false)
            case .permanent?:
                return .failure
            }
        }
    }

    let keys = [
        CacheKey(1, in: CacheScope.alice), CacheKey(2, in: .alice), CacheKey(1, in: CacheScope.bob),
    ]

    @Test("a thousand random histories of a hundred operations are as the model says")
    func histories() {
        forEachSchedule(Self.policy) { simulation in
            var model = Model()
            var random = SplitMix64(seed: simulation.random.next())
            for number in 0..<100 {
                let key = keys[Int(random.next() % 3)]
                switch random.next() % 12 {
                case 0:
                    let seconds = Int(random.next() % 8)
                    model.now += seconds
                    simulation.now = simulation.now.advanced(by: .seconds(seconds))
                case 1:
                    simulation.set(key, Document(readAt: 0, operations: [number]))
                    model.entries[key] = .init(
                        value: Document(readAt: 0, operations: [number]), writtenAt: model.now)
                case 2:
                    simulation.invalidate(key)
                    if model.entries[key]?.value == nil { model.entries[key] = nil }
                    model.entries[key]?.isInvalidated = true
                case 3:
                    simulation.remove(key)
                    model.entries[key] = nil
                case 4 where random.next() % 4 == 0:
                    simulation.clear(key.scope)
                    model.entries = model.entries.filter { $0.key.scope != key.scope }
                case 5:
                    operate(number, key, succeeds: random.next() % 2 == 0, &simulation, &model)
                default:
                    read(number, key, &simulation, &model, &random)
                }
                simulation.run([[]])
                simulation.expect(
                    simulation.loads.count == model.loads, "\(simulation.loads.count) loads, not \(model.loads)")
            }
        }
    }

    private func read(
        _ number: Int, _ key: CacheKey<Int>, _ simulation: inout Simulation, _ model: inout Model,
        _ random: inout SplitMix64
    ) {
        let policies: [FetchPolicy] = [.cacheFirst, .staleWhileRevalidate, .networkFirst, .networkOnly, .cacheOnly]
        let failures: [LoadFailure?] = [nil, nil, nil, .transient, .permanent, .negative]
        let policy = policies[Int(random.next() % 5)]
        let failure = failures[Int(random.next() % 6)]
        simulation.source[key] = [1_000 + number]
        simulation.failure = { _ in failure }
        simulation.read(number, key, policy)
        let readAt = simulation.time
        simulation.run([[]])
        let loaded = simulation.loads.values.first { $0.startedAt >= readAt }?.answer
        let expected = model.read(key, policy, loaded ?? Document(readAt: 0), failure)
        let actual: Expected? =
            switch simulation.readers[number]?.answer {
            case .success(let cached)?:
                .value(cached.value, isStale: cached.isStale, isLoaded: cached.source == .network)
            case .failure(.notCached)?: .notCached
            case .failure(.loading)?: .failure
            case .failure?, nil: nil
            }
        simulation.expect(
            actual == expected,
            "\(policy) of \(key), failure \(String(describing: failure)): \(String(describing: actual)), not \(expected)"
        )
    }

    private func operate(
        _ number: Int, _ key: CacheKey<Int>, succeeds: Bool, _ simulation: inout Simulation, _ model: inout Model
    ) {
        let id = simulation.begin(number, on: key)
        simulation.run([[]])
        simulation.resolve(id, on: key, isCommitted: succeeds)
        simulation.run([[]])
        guard let (_, _) = model.value(key) else {
            // A remembered failure is forgotten.
            model.entries[key] = nil
            return
        }
        if succeeds {
            model.entries[key]?.value?.operations.append(number)
        } else {
            model.entries[key]?.isInvalidated = true
        }
    }
}
