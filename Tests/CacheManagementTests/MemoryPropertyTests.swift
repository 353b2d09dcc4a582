import CacheManagement
import TestSupport
import Testing

/// Random calls against a dictionary that follows what the cache says of itself.
///
/// The model holds what was stored and not reported as removed. So the cache must report each entry that leaves exactly
/// once, with the value that was there, and must return exactly what is left.
@Suite("Memory cache: model")
struct MemoryPropertyTests {
    private struct Entry: Equatable {
        let value: Int
        let cost: Int
        let deadline: Duration?
        let isPinned: Bool
    }

    @Test("Random operations agree with the model and keep the limits", arguments: EvictionPolicy.allCases)
    func model(policy: EvictionPolicy) {
        for seed: UInt64 in 0..<150 {
            run(policy, seed)
        }
    }

    private func run(_ policy: EvictionPolicy, _ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let clock = ManualClock()
        let removed = Recorder<RemovedEntry<Int, Int>>()
        let limits = CacheLimits(
            count: .random(in: 1...30, using: &random), cost: .random(in: 1...120, using: &random),
            entryCost: .random(in: 1...40, using: &random))
        let cache = MemoryCache<Int, Int>(limits: limits, policy: policy, clock: clock) { removed.append($0) }
        var model: [Int: Entry] = [:]
        var now: Duration { clock.now.offset }
        let context: Comment = "policy \(policy), seed \(seed)"

        for step in 0..<200 {
            let key = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40:
                let entry = Entry(
                    value: step, cost: .random(in: 0...20, using: &random),
                    deadline: Bool.random(using: &random)
                        ? now + .seconds(Int.random(in: 1...20, using: &random)) : nil,
                    isPinned: Int.random(in: 0..<12, using: &random) == 0)
                let pinned = model.filter { $0.key != key && $0.value.isPinned }.map(\.value)
                let isStored = cache.set(
                    step, for: key, cost: entry.cost, timeToLive: entry.deadline.map { $0 - now },
                    isPinned: entry.isPinned)
                if isStored {
                    #expect(entry.cost <= limits.entryCost, context)
                } else {
                    let room = limits.cost - pinned.reduce(0) { $0 + $1.cost }
                    #expect(
                        entry.cost > limits.entryCost || entry.cost > room || pinned.count >= limits.count, context)
                }
                follow(removed.drain(), &model, now, context)
                #expect(model[key] == nil, context)
                if isStored { model[key] = entry }
            case 40..<80:
                let expected = model[key].flatMap { ($0.deadline ?? .seconds(1_000_000)) > now ? $0.value : nil }
                #expect(cache.contains(key) == (expected != nil), context)
                #expect(cache.value(for: key) == expected, context)
                follow(removed.drain(), &model, now, context)
            case 80..<88:
                let expected = model[key].flatMap { ($0.deadline ?? .seconds(1_000_000)) > now ? $0.value : nil }
                #expect(cache.removeValue(for: key) == expected, context)
                follow(removed.drain(), &model, now, context)
                #expect(model[key] == nil, context)
            case 88..<95:
                clock.advance(by: .seconds(Int.random(in: 0...4, using: &random)))
            case 95:
                cache.removeExpired()
                follow(removed.drain(), &model, now, context)
                #expect(model.values.allSatisfy { $0.deadline.map { $0 > now } ?? true }, context)
            case 96..<98:
                let pressure = MemoryPressure.allCases.randomElement(using: &random) ?? .warning
                cache.respond(to: pressure)
                follow(removed.drain(), &model, now, context)
                if pressure == .critical { #expect(model.values.allSatisfy { $0.isPinned }, context) }
            default:
                cache.removeAll()
                follow(removed.drain(), &model, now, context)
                #expect(model.isEmpty, context)
            }
            #expect(cache.count == model.count, context)
            #expect(cache.totalCost == model.values.reduce(0) { $0 + $1.cost }, context)
            #expect(cache.count <= limits.count && cache.totalCost <= limits.cost, context)
        }
    }

    private func follow(
        _ removed: [RemovedEntry<Int, Int>], _ model: inout [Int: Entry], _ now: Duration, _ context: Comment
    ) {
        for entry in removed {
            let known = model.removeValue(forKey: entry.key)
            #expect(known?.value == entry.value, context)
            if entry.reason == .evicted || entry.reason == .pressure { #expect(known?.isPinned == false, context) }
            if entry.reason == .expired { #expect(known?.deadline.map { $0 <= now } == true, context) }
        }
    }

    @Test("The index finds what it holds through growth, collisions and removals")
    func index() {
        // All hash values equal, or few of them: every lookup walks through the same buckets.
        for distinct in [1, 3, 1_000] {
            var random = SplitMix64(seed: UInt64(distinct))
            let cache = MemoryCache<Colliding, Int>(limits: CacheLimits(count: 200))
            var model: [Int: Int] = [:]
            for step in 0..<2_000 {
                let number = Int.random(in: 0..<150, using: &random)
                let key = Colliding(number: number, distinct: distinct)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    cache.set(step, for: key)
                    model[number] = step
                case 1:
                    #expect(cache.removeValue(for: key) == model.removeValue(forKey: number))
                default:
                    #expect(cache.value(for: key) == model[number])
                }
            }
            #expect(cache.count == model.count)
        }
    }

    private struct Colliding: Hashable {
        let number: Int
        let distinct: Int

        func hash(into hasher: inout Hasher) { hasher.combine(number % distinct) }
    }
}
