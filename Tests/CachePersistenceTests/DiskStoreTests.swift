import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("DiskStore")
struct DiskStoreTests {
    @Test("What is written is read back, also by the next store on the folder")
    func roundTrip() async throws {
        try await withTemporaryDirectory { directory in
            let first = StoreFixture(directory)
            let record = DiskRecord(
                key: "contacts/list", payload: Data([0, 1, 255]), tags: ["contacts", "lists"],
                lifetime: DiskLifetime(freshFor: .seconds(60), keepFor: .seconds(600)), cost: 7, version: 3)
            #expect(try await first.store.set(record, in: .alice))
            for store in [first.store, StoreFixture(directory).store] {
                let entry = try #require(try await store.entry(for: "contacts/list", in: .alice))
                #expect(entry.payload == record.payload)
                #expect(entry.tags == record.tags)
                #expect(entry.lifetime == record.lifetime)
                #expect(entry.cost == 7)
                #expect(entry.version == 3)
                #expect(entry.writtenAt == first.wallClock.now)
                #expect(!entry.isStale)
                #expect(await store.isIdle)
            }
            #expect(try await first.store.entry(for: "contacts/list", in: .bob) == nil)
        }
    }

    @Test("An empty payload, and one larger than a page, are read back as they were", arguments: [0, 1, 7, 8, 200_000])
    func sizes(count: Int) async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            var random = SplitMix64(seed: 1)
            let payload = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            try await store.set(DiskRecord(key: "", payload: payload), in: .alice)
            #expect(try await store.entry(for: "", in: .alice)?.payload == payload)
        }
    }

    @Test("Replacing an entry replaces its tags too")
    func tags() async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            _ = try await store.set("1", for: "a", tags: ["old", "both"])
            _ = try await store.set("2", for: "a", tags: ["both", "new"])
            _ = try await store.set("3", for: "b", tags: ["new"])
            #expect(try await store.removeAll(withTag: "old", in: .alice) == 0)
            #expect(try await store.entry(for: "a", in: .alice)?.tags == ["both", "new"])
            #expect(try await store.removeAll(withTag: "new", in: .alice) == 2)
            #expect(try await store.count(in: .alice) == 0)
        }
    }

    @Test("An entry is fresh, then stale, then gone; without a lifetime it stays")
    func lifetime() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let store = fixture.store
            let lifetime = DiskLifetime(freshFor: .seconds(60), keepFor: .seconds(600))
            _ = try await store.set("x", for: "short", lifetime: lifetime)
            _ = try await store.set("x", for: "ever")
            fixture.wallClock.advance(by: .seconds(59))
            #expect(try await store.entry(for: "short", in: .alice)?.isStale == false)
            fixture.wallClock.advance(by: .seconds(1))
            let stale = try #require(try await store.entry(for: "short", in: .alice))
            #expect(stale.isStale)
            #expect(stale.age == .seconds(60))
            fixture.wallClock.advance(by: .seconds(540))
            #expect(try await store.entry(for: "short", in: .alice) == nil)
            #expect(try await store.entry(for: "ever", in: .alice)?.isStale == false)
        }
    }

    @Test("C59: quotes, wildcards, NUL and other scripts in keys mean themselves")
    func keys() async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            let keys = [
                "a%", "a_", "ab", "a%/1", "a\u{0}", "a\u{0}b", "'; DROP TABLE entries; --", "\"", "人", "人物", "🙂",
            ]
            for key in keys { _ = try await store.set(key, for: key, tags: [key]) }
            for key in keys { #expect(try await store.text(for: key) == key) }
            #expect(try await store.removeAll(withPrefix: "a%", in: .alice) == 2)
            #expect(try await store.removeAll(withTag: "a_", in: .alice) == 1)
            #expect(try await store.removeAll(withPrefix: "人", in: .alice) == 2)
            #expect(try await store.text(for: "ab") == "ab")
            #expect(try await store.text(for: "a\u{0}b") == "a\u{0}b")
            #expect(try await store.remove("a\u{0}", in: .alice))
            #expect(try await store.removeAll(withPrefix: "", in: .alice) == 5)
        }
    }

    @Test("Keys that Swift calls equal are one key")
    func canonicalKeys() async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            _ = try await store.set("1", for: "caf\u{e9}")
            _ = try await store.set("2", for: "cafe\u{301}")
            #expect(try await store.count(in: .alice) == 1)
            #expect(try await store.text(for: "caf\u{e9}") == "2")
        }
    }

    @Test("C49: a hundred thousand keys are answered completely")
    func manyKeys() async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            let keys = (0..<100_000).map { "key/\($0)" }
            try await store.set(keys.map { DiskRecord(key: $0, payload: Data($0.utf8)) }, in: .alice)
            let entries = try await store.entries(for: keys + ["absent"], in: .alice)
            #expect(entries.count == 100_000)
            #expect(entries.allSatisfy { $0.value.payload == Data($0.key.utf8) })
            #expect(await store.isIdle)
        }
    }

    @Test("A long read ends when its task is cancelled")
    func cancellation() async throws {
        try await withTemporaryDirectory { directory in
            let store = StoreFixture(directory).store
            let error = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await thrown { _ = try await store.entries(for: ["a"], in: .alice) }
            }.value
            #expect(error == "cancelled")
        }
    }

    @Test("C47: no statement stays open after a call, and a suspended store holds no file")
    func suspend() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let store = fixture.store
            _ = try await store.set("1", for: "a")
            _ = try await store.entries(for: ["a", "b"], in: .alice)
            _ = try await store.remove("b", in: .alice)
            #expect(await store.isIdle)
            await store.suspend()
            #expect(try openFiles().allSatisfy { !$0.hasPrefix(fixture.folder.path) })
            #expect(await thrown { _ = try await store.text(for: "a") } == "suspended")
            await store.resume()
            #expect(try await store.text(for: "a") == "1")
        }
    }

    /// What this process has open.
    private func openFiles() throws -> [String] {
        let folder = "/proc/self/fd"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)
        }
    }

    @Test("The folder and the files are their user's alone")
    func permissions() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            // A folder that is too open is tightened.
            try FileManager.default.createDirectory(
                at: fixture.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            _ = try await fixture.store.set("1", for: "a")
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(fixture.folder.path) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
            #expect(names.count == 4)
            for name in names { #expect(try mode(fixture.folder.path + "/" + name) == 0o600, "\(name)") }
        }
    }

    @Test("A store that is only read makes no file")
    func readOnly() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            #expect(try await fixture.store.text(for: "a") == nil)
            #expect(try await fixture.store.remove("a", in: .alice) == false)
            #expect(try await fixture.store.count(in: .alice) == 0)
            try await fixture.store.clearAll()
            #expect(!FileManager.default.fileExists(atPath: fixture.folder.path))
        }
    }

    @Test("Each account and source has a file of its own, whatever it is called")
    func scopes() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let long = String(repeating: "x", count: 1000)
            let accounts = ["a", "A", "", "../../etc", "a.b", "a_b", "é", "a b", long + "1", long + "2"]
            let scopes = accounts.flatMap { account in
                ["real", "mock", "a"].map { CacheScope(account: account, dataSource: $0) }
            }
            for scope in scopes { _ = try await fixture.store.set("\(scope)", for: "k", in: scope) }
            for scope in scopes { #expect(try await fixture.store.text(for: "k", in: scope) == "\(scope)") }
            let databases = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
                .filter { $0.hasSuffix(".sqlite") }
            #expect(databases.count == scopes.count)
            #expect(Set(databases.map { $0.lowercased() }).count == scopes.count)
        }
    }
}
