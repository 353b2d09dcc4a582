import CacheManagement
import Testing

@Suite("Cache store: what its owners use")
struct MemoryStoreTests {
    private func filled(_ keys: Range<Int>, count: Int = 100) -> CacheStore<Int, [Int]> {
        var store = CacheStore<Int, [Int]>(limits: CacheLimits(count: count))
        var removed = RemovedEntries<Int, [Int]>()
        for key in keys { _ = store.insert([key], for: key, removed: &removed) }
        return store
    }

    @Test("Reading in place counts a use as reading a copy does, and may change the value")
    func useInPlace() {
        var store = filled(0..<3)
        #expect(store.use(1) { $0.first } == 1)
        #expect(store.use(9) { $0.first } == nil)
        #expect(store.statistics.hits == 1)
        #expect(store.statistics.misses == 1)
        _ = store.use(2) { $0.append(5) }
        #expect(store.peek(2)?.value == [2, 5])
    }

    @Test("An entry that was used in place is kept like one that was read")
    func usedInPlaceStays() {
        var store = filled(0..<10, count: 10)
        _ = store.use(0) { $0.count }
        var removed = RemovedEntries<Int, [Int]>()
        _ = store.insert([10], for: 10, removed: &removed)
        #expect(store.peek(0) != nil)
        #expect(store.peek(1) == nil)
    }

    @Test("Changing in place leaves no trace, and cost and count as they are")
    func modify() {
        var store = filled(0..<3)
        #expect(store.modify(1) { value in value.append(7) } != nil)
        #expect(store.modify(9) { value in value.append(7) } == nil)
        #expect(store.peek(1)?.value == [1, 7])
        #expect(store.statistics.hits + store.statistics.misses == 0)
        #expect(store.count == 3)
        #expect(store.totalCost == 3)
    }

    @Test("Removing by a condition removes exactly what meets it, and hands it out")
    func removeWhere() {
        var store = filled(0..<50)
        let removed = store.removeAll { key, value in key.isMultiple(of: 2) && value == [key] }
        var keys: [Int] = []
        removed.forEach { keys.append($0.key) }
        #expect(Set(keys) == Set(stride(from: 0, to: 50, by: 2)))
        #expect(removed.count == 25)
        var left: [Int] = []
        store.forEach { key, found in
            #expect(found.value == [key])
            left.append(key)
        }
        #expect(Set(left) == Set(stride(from: 1, to: 50, by: 2)))
    }

    @Test("Slots are used again, so the store does not grow beyond its limit")
    func slotsAreReused() {
        let store = filled(0..<10_000, count: 64)
        #expect(store.count == 64)
        #expect(store.slotCount <= 64)
    }

    @Test("A copy of a store is a store of its own")
    func valueSemantics() {
        let first = filled(0..<5)
        var second = first
        _ = second.remove(0)
        _ = second.removeAll()
        #expect(first.count == 5)
        #expect(first.peek(0)?.value == [0])
    }
}
