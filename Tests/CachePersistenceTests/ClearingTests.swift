import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("Clearing a DiskStore")
struct ClearingTests {
    private static let secret = "the-secret-of-alice"

    @Test("C10, C39: after a clear no file of the scope holds a payload, and the other scope is untouched")
    func nothingIsLeft() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            for number in 0..<100 {
                _ = try await fixture.store.set("\(Self.secret) \(number)", for: "k\(number)")
                _ = try await fixture.store.set("bob's", for: "k\(number)", in: .bob)
            }
            #expect(try holds(Self.secret, in: fixture.folder))
            try await fixture.store.clear(.alice)
            #expect(try !holds(Self.secret, in: fixture.folder))
            #expect(try contents(of: fixture.folder).keys.allSatisfy { !$0.contains("alice") })
            #expect(try await fixture.store.text(for: "k1") == nil)
            #expect(try await fixture.store.text(for: "k1", in: .bob) == "bob's")
            #expect(try await StoreFixture(directory).store.text(for: "k1") == nil)
        }
    }

    @Test("C39: clearing everything reaches files that this store never opened, and leftovers of a crash")
    func clearAll() async throws {
        try await withTemporaryDirectory { directory in
            let earlier = StoreFixture(directory)
            _ = try await earlier.store.set(Self.secret, for: "a")
            _ = try await earlier.store.set(Self.secret, for: "a", in: .bob)
            let leftover = earlier.folder.appending(path: "real.carol.sqlite-wal")
            try Data(Self.secret.utf8).write(to: leftover)
            try await StoreFixture(directory).store.clearAll()
            #expect(try contents(of: earlier.folder).keys.sorted() == ["lock"])
            #expect(try await earlier.store.text(for: "a") == nil)
        }
    }

    @Test("C39: killed right after a clear, the process leaves nothing behind")
    func killedAfterClear() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let store = StoreFixture(URL(filePath: path)).store
                _ = try await store.set("the-secret-of-alice", for: "a")
                try await store.clear(.alice)
                kill(getpid(), SIGKILL)
            }
            #expect(try !holds(Self.secret, in: StoreFixture(directory).folder))
        }
    }

    @Test("C40: killed right after a write, the process leaves the entry behind")
    func killedAfterWrite() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let store = StoreFixture(URL(filePath: path)).store
                _ = try await store.set("kept", for: "a")
                try await store.flush()
                _ = try await store.set("kept too", for: "b")
                kill(getpid(), SIGKILL)
            }
            let store = StoreFixture(directory).store
            #expect(try await store.text(for: "a") == "kept")
            #expect(try await store.text(for: "b") == "kept too")
        }
    }

    @Test(
        "C40: killed in the middle of its writes, the process leaves a sound file and whole entries", arguments: 1...5)
    func killedWhileWriting(seed: Int) async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, seed = seed as Int] in
                let store = StoreFixture(URL(filePath: path)).store
                _ = try await store.set("0", for: "first")
                Task.detached {
                    for _ in 0..<(seed * 20) { _ = try? await store.count(in: .alice) }
                    kill(getpid(), SIGKILL)
                }
                while true {
                    let records = (0..<20).map {
                        DiskRecord(key: "\($0)", payload: Data(repeating: UInt8($0), count: 5000), tags: ["t"])
                    }
                    try await store.set(records, in: .alice)
                }
            }
            let fixture = StoreFixture(directory)
            #expect(try await fixture.store.text(for: "first") == "0")
            let entries = try await fixture.store.entries(for: (0..<20).map { "\($0)" }, in: .alice)
            // One transaction a step: all of it or none.
            #expect([0, 20].contains(entries.count))
            #expect(entries.allSatisfy { Data(repeating: UInt8($0.key)!, count: 5000) == $0.value.payload })
            #expect(fixture.reports.names == [])
        }
    }

    @Test("C41: a write that was meant for the file before a clear is dropped and makes no new file")
    func lateWrite() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let generation = try await fixture.store.generation(of: .alice)
            #expect(try await fixture.store.set(Self.secret, for: "a", generation: generation))
            try await fixture.store.clear(.alice)
            #expect(try await !fixture.store.set(Self.secret, for: "b", generation: generation))
            #expect(try contents(of: fixture.folder).keys.sorted() == ["lock"])
            // Also when the account has logged in again meanwhile, and from another process.
            let other = StoreFixture(directory).store
            let next = try await other.generation(of: .alice)
            #expect(next != generation)
            #expect(try await !fixture.store.set(Self.secret, for: "b", generation: generation))
            #expect(try await fixture.store.set("new", for: "b", generation: next))
            #expect(try await other.text(for: "b") == "new")
            #expect(try !holds(Self.secret, in: fixture.folder))
            #expect(await fixture.store.statistics.droppedWrites == 2)
        }
    }

    @Test("C41: of many entries written while the scope is cleared, none outlives the clear")
    func clearDuringWrite() async throws {
        for round in 0..<20 {
            try await withTemporaryDirectory { directory in
                let fixture = StoreFixture(directory)
                let records = (0..<2000).map { DiskRecord(key: "\($0)", payload: Data(Self.secret.utf8)) }
                let writing = Task { try await fixture.store.set(records, in: .alice) }
                for _ in 0..<round { await Task.yield() }
                _ = try await fixture.store.generation(of: .alice)
                try await fixture.store.clear(.alice)
                let isWritten = try await writing.value
                let count = try await fixture.store.count(in: .alice)
                // Either all was written, before or after the clear, or the clear ended it.
                #expect(isWritten ? [0, 2000].contains(count) : count == 0)
            }
        }
    }

    @Test("C42: clearing works on a full disk, and a removal that cannot be written clears the scope")
    func fullDisk() async throws {
        try await withTemporaryDirectory { directory in
            var configuration = DiskStoreConfiguration()
            configuration.maximumPages = 20
            let fixture = StoreFixture(directory, configuration)
            let store = fixture.store
            var written = 0
            while await thrown(by: { _ = try await store.set(String(repeating: "x", count: 3000), for: "\(written)") })
                == nil
            { written += 1 }
            #expect(written > 3)
            try await store.clear(.alice)
            #expect(await store.size(of: .alice) == 0)
            // There is room again, and no pause to wait for.
            #expect(try await store.set("1", for: "a"))
        }
    }

    @Test("C42: the lock's own file cannot be made: a clear goes on without it")
    func noLock() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                let fixture = StoreFixture(URL(filePath: path))
                _ = try await fixture.store.set("the-secret-of-alice", for: "a")
                await fixture.store.suspend()
                try FileManager.default.removeItem(at: fixture.folder.appending(path: "lock"))
                // No more descriptors: the lock cannot be opened.
                ResourceLimit.openFiles.exhaust()
                try await fixture.store.clear(.alice)
            }
            #expect(try contents(of: StoreFixture(directory).folder).isEmpty)
        }
    }

    @Test("The cache service clears the disk with the other caches, also while it is suspended")
    func cacheService() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let service = CacheManagementService()
            service.register(fixture.store)
            _ = try await fixture.store.set("1", for: "a")
            _ = try await fixture.store.set("2", for: "a", in: .bob)
            await fixture.store.suspend()
            try await service.clear(.alice)
            await fixture.store.resume()
            #expect(try await fixture.store.text(for: "a") == nil)
            #expect(try await fixture.store.text(for: "a", in: .bob) == "2")
            try await service.clearAllCaches()
            #expect(try await fixture.store.text(for: "a", in: .bob) == nil)
        }
    }

    @Test("Files that cannot be unlinked are reported, and the others are cleared all the same")
    func failure() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            _ = try await fixture.store.set("2", for: "a", in: .bob)
            // A folder cannot be unlinked, whoever asks.
            try FileManager.default.createDirectory(
                at: fixture.database(of: .alice), withIntermediateDirectories: true)
            #expect(await thrown { try await fixture.store.clearAll() } == "clearing: unavailable")
            #expect(await thrown { try await fixture.store.clear(.alice) } == "clearing: unavailable")
            #expect(try await fixture.store.text(for: "a", in: .bob) == nil)
        }
    }

    @Test("A folder that cannot be looked into is not taken for an empty one")
    func unreadableFolder() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            // A link to itself: there is something, and nobody can open it.
            try FileManager.default.createSymbolicLink(at: fixture.folder, withDestinationURL: fixture.folder)
            #expect(await thrown { try await fixture.store.clearAll() } == "clearing: unavailable")
            #expect(await thrown { try await fixture.store.clear(.alice) } == "clearing: unavailable")
            #expect(await thrown { _ = try await fixture.store.text(for: "a") } == "unavailable")
        }
    }
}
