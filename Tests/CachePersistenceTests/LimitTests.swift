import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("The limits of a DiskStore")
struct LimitTests {
    private static let megabyte = 1 << 20

    private func record(_ key: String, bytes: Int, lifetime: DiskLifetime = DiskLifetime()) -> DiskRecord {
        DiskRecord(key: key, payload: Data(repeating: 1, count: bytes), lifetime: lifetime)
    }

    @Test("C52: the size keeps its bound while running", arguments: [100, 5000, 100_000])
    func bound(entryBytes: Int) async throws {
        try await withTemporaryDirectory { directory in
            let limit = Self.megabyte
            let store = StoreFixture(directory, DiskStoreConfiguration(maximumBytes: limit)).store
            var largest = 0
            let batch = max(1, 20_000 / entryBytes)
            for number in 0...(3 * limit / entryBytes / batch) {
                let records = (0..<batch).map { record("\(number)/\($0)", bytes: entryBytes) }
                try await store.set(records, in: .alice)
                largest = max(largest, await store.size(of: .alice))
            }
            // The database, its log and its index together.
            #expect(largest <= limit / 10 * 11, "\(largest)")
            #expect(largest > limit / 2)
            #expect(await store.statistics.evictions > 0)
            #expect(try await store.count(in: .alice) > 0)
        }
    }

    @Test("C52: one call that writes three times the limit keeps the bound too")
    func boundOfOneCall() async throws {
        try await withTemporaryDirectory { directory in
            let limit = Self.megabyte
            let store = StoreFixture(directory, DiskStoreConfiguration(maximumBytes: limit)).store
            try await store.set((0..<300).map { record("\($0)", bytes: 10_000) }, in: .alice)
            #expect(await store.size(of: .alice) <= limit / 10 * 11)
            #expect(try await store.entry(for: "299", in: .alice) != nil)
        }
    }

    @Test("The least recently used go first, and what has expired before them")
    func order() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory, DiskStoreConfiguration(maximumBytes: Self.megabyte))
            let store = fixture.store
            try await store.set(record("old", bytes: 10_000), in: .alice)
            try await store.set(record("used", bytes: 10_000), in: .alice)
            // A clock that runs backwards does not disturb the order.
            fixture.wallClock.advance(by: .seconds(-1000))
            let minute = DiskLifetime(keepFor: .seconds(60))
            for number in 0..<60 {
                try await store.set(record("short/\(number)", bytes: 10_000, lifetime: minute), in: .alice)
            }
            fixture.wallClock.advance(by: .seconds(61))
            for number in 0..<40 { try await store.set(record("a/\(number)", bytes: 10_000), in: .alice) }
            #expect(try await store.count(in: .alice) == 42, "only what had expired was removed")
            _ = try await store.entry(for: "used", in: .alice)
            for number in 0..<60 {
                try await store.set(record("b/\(number)", bytes: 10_000), in: .alice)
                _ = try await store.entry(for: "used", in: .alice)
            }
            #expect(try await store.entry(for: "old", in: .alice) == nil)
            #expect(try await store.entry(for: "used", in: .alice) != nil)
            #expect(try await store.entry(for: "b/59", in: .alice) != nil)
        }
    }

    @Test("C53: an entry larger than the limit of one is refused, and the others stay")
    func oversize() async throws {
        try await withTemporaryDirectory { directory in
            let configuration = DiskStoreConfiguration(maximumBytes: Self.megabyte, maximumEntryBytes: 1000)
            let store = StoreFixture(directory, configuration).store
            for number in 0..<10 { try await store.set(record("\(number)", bytes: 1000), in: .alice) }
            let records = [record("a", bytes: 10), record("big", bytes: 1001), record("b", bytes: 10)]
            #expect(await thrown { try await store.set(records, in: .alice) } == "entryTooLarge")
            #expect(try await store.count(in: .alice) == 12)
            #expect(try await store.entry(for: "big", in: .alice) == nil)
        }
    }

    @Test("C54: a refused update does not leave the previous value")
    func oversizeUpdate() async throws {
        try await withTemporaryDirectory { directory in
            let configuration = DiskStoreConfiguration(maximumBytes: Self.megabyte, maximumEntryBytes: 1000)
            let store = StoreFixture(directory, configuration).store
            try await store.set(record("k", bytes: 10), in: .alice)
            #expect(await thrown { try await store.set(record("k", bytes: 2000), in: .alice) } == "entryTooLarge")
            #expect(try await store.entry(for: "k", in: .alice) == nil)
        }
    }
}

@Suite("The clock of a DiskStore")
struct ClockTests {
    @Test("C37: an entry written by a clock that was ahead is stale, and is not kept for ever")
    func future() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let store = fixture.store
            let lifetime = DiskLifetime(freshFor: .seconds(3600), keepFor: .seconds(7200))
            fixture.wallClock.advance(by: .seconds(86_400))
            _ = try await store.set("x", for: "a", lifetime: lifetime)
            _ = try await store.set("x", for: "ever")
            fixture.wallClock.advance(by: .seconds(-86_400))
            for key in ["a", "ever"] {
                let entry = try #require(try await store.entry(for: key, in: .alice))
                #expect(entry.isStale)
                #expect(entry.age == .zero)
            }
            // The next write gives them the stamp of now; from there their time runs.
            _ = try await store.set("y", for: "b")
            fixture.wallClock.advance(by: .seconds(7199))
            #expect(try await store.entry(for: "a", in: .alice)?.isStale == true)
            fixture.wallClock.advance(by: .seconds(1))
            #expect(try await store.entry(for: "a", in: .alice) == nil)
        }
    }

    @Test("C37: a clock that was a little ahead is believed, but adds no more than that minute")
    func slightlyAhead() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            _ = try await fixture.store.set("x", for: "a", lifetime: DiskLifetime(freshFor: .seconds(100)))
            fixture.wallClock.advance(by: .seconds(-60))
            #expect(try await fixture.store.entry(for: "a", in: .alice)?.isStale == false)
            fixture.wallClock.advance(by: .seconds(160))
            #expect(try await fixture.store.entry(for: "a", in: .alice)?.isStale == true)
        }
    }

    @Test("C38: a lifetime too long to count is for ever, and does not trap")
    func forEver() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory, DiskStoreConfiguration(maximumBytes: 1 << 20))
            let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
            _ = try await fixture.store.set(
                "x", for: "a", lifetime: DiskLifetime(freshFor: longest, keepFor: longest))
            fixture.wallClock.advance(by: .seconds(200 * 365 * 86_400))
            let payload = Data(repeating: 0, count: 30_000)
            for number in 0..<20 {
                try await fixture.store.set(DiskRecord(key: "\(number)", payload: payload), in: .alice)
            }
            #expect(try await fixture.store.entry(for: "a", in: .alice)?.isStale == false)
        }
    }
}
