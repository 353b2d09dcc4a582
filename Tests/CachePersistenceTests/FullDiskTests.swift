import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("A DiskStore on a full disk")
struct FullDiskTests {
    /// A store whose disk is full, with the keys that it could still write.
    private func full(_ directory: URL) async throws -> (fixture: StoreFixture, keys: [String]) {
        var configuration = DiskStoreConfiguration()
        configuration.maximumPages = 40
        let fixture = StoreFixture(directory, configuration)
        let payload = String(repeating: "x", count: 3000)
        var keys: [String] = []
        while await thrown(by: { _ = try await fixture.store.set(payload, for: "k\(keys.count)", tags: ["t"]) }) == nil
        {
            keys.append("k\(keys.count)")
        }
        return (fixture, keys)
    }

    @Test("C43: what was written stays readable, and one event is reported")
    func reads() async throws {
        try await withTemporaryDirectory { directory in
            let (fixture, keys) = try await full(directory)
            #expect(keys.count > 10)
            #expect(fixture.reports.names == ["writesPaused"])
            for key in keys { #expect(try await fixture.store.entry(for: key, in: .alice) != nil) }
            #expect(try await fixture.store.entries(for: keys, in: .alice).count == keys.count)
            #expect(await fixture.store.isIdle)
        }
    }

    @Test("C43: at most one write a minute is tried, and the first that succeeds ends the pause")
    func breaker() async throws {
        try await withTemporaryDirectory { directory in
            let (fixture, keys) = try await full(directory)
            let payload = String(repeating: "x", count: 3000)
            for _ in 0..<5 {
                #expect(await thrown { _ = try await fixture.store.set("1", for: "a") } == "writesPaused")
            }
            fixture.clock.advance(by: .seconds(59))
            #expect(await thrown { _ = try await fixture.store.set("1", for: "a") } == "writesPaused")
            fixture.clock.advance(by: .seconds(1))
            #expect(await thrown { _ = try await fixture.store.set(payload + payload, for: "a") } == "full")
            #expect(await thrown { _ = try await fixture.store.set("1", for: "a") } == "writesPaused")
            #expect(fixture.reports.names == ["writesPaused"])
            for key in keys.prefix(5) { _ = try await fixture.store.remove(key, in: .alice) }
            fixture.clock.advance(by: .seconds(60))
            #expect(try await fixture.store.set("1", for: "a"))
            #expect(fixture.reports.names == ["writesPaused", "writesResumed"])
            #expect(await fixture.store.statistics.droppedWrites == 9)
        }
    }

    @Test("C59: a write that fails in the middle of its transaction leaves none of it, and no transaction open")
    func rollback() async throws {
        try await withTemporaryDirectory { directory in
            let (fixture, keys) = try await full(directory)
            fixture.clock.advance(by: .seconds(60))
            let records = (0..<50).map {
                DiskRecord(key: "new\($0)", payload: Data(repeating: 0, count: 3000), tags: ["t"])
            }
            #expect(await thrown { try await fixture.store.set(records, in: .alice) } == "full")
            #expect(await fixture.store.isIdle)
            #expect(try await fixture.store.count(in: .alice) == keys.count)
            #expect(try await fixture.store.entry(for: "new0", in: .alice) == nil)
        }
    }

    @Test("C43: the file system refuses every write: reads go on, and what must go is gone")
    func fileSizeLimit() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                let fixture = StoreFixture(URL(filePath: path))
                let store = fixture.store
                for number in 0..<20 { _ = try await store.set("old \(number)", for: "k\(number)", tags: ["t"]) }
                try await store.flush()
                // From here on no byte can be written anywhere.
                ResourceLimit.fileSize.exhaust()
                #expect(await thrown { _ = try await store.set("new", for: "k1") } != nil)
                #expect(await thrown { _ = try await store.set("new", for: "k1") } == "writesPaused")
                #expect(fixture.reports.names == ["writesPaused"])
                #expect(try await store.text(for: "k1") == "old 1")
                #expect(try await store.entries(for: (0..<20).map { "k\($0)" }, in: .alice).count == 20)
                // The removal cannot be written, but what was to be removed must not be read again.
                _ = try await store.removeAll(withTag: "t", in: .alice)
                #expect(try await store.text(for: "k1") == nil)
                #expect(fixture.reports.names.last == "clearedInsteadOfRemoving")
                try await store.clear(.alice)
                #expect(try await store.text(for: "k1") == nil)
            }
        }
    }

    @Test("C43: a store that is opened on a full disk still reads what is there")
    func openedWhenFull() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                let first = StoreFixture(URL(filePath: path)).store
                _ = try await first.set("old", for: "a")
                await first.suspend()
                ResourceLimit.fileSize.exhaust()
                let fixture = StoreFixture(URL(filePath: path))
                #expect(try await fixture.store.text(for: "a") == "old")
                #expect(try await fixture.store.text(for: "b") == nil)
                #expect(await thrown { _ = try await fixture.store.set("new", for: "a") } != nil)
                #expect(try await fixture.store.text(for: "a") == "old")
                // The other store is not shut out.
                await first.resume()
                #expect(try await first.text(for: "a") == "old")
            }
        }
    }
}
