import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("A damaged DiskStore")
struct DamageTests {
    /// A folder with a hundred entries of alice's, and no open file.
    private func filled(_ directory: URL) async throws -> StoreFixture {
        let fixture = StoreFixture(directory)
        let records = (0..<100).map { DiskRecord(key: "k\($0)", payload: Data(repeating: UInt8($0), count: 2000)) }
        try await fixture.store.set(records, in: .alice)
        await fixture.store.suspend()
        return StoreFixture(directory)
    }

    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case randomFile, randomHeader, truncated, cutShort, empty, text
        var testDescription: String { rawValue }

        func apply(to file: URL) throws {
            var data = try Data(contentsOf: file)
            var random = SplitMix64(seed: 7)
            switch self {
            case .randomFile: data = Data(data.map { _ in UInt8.random(in: 0...255, using: &random) })
            case .randomHeader: data.replaceSubrange(0..<100, with: data[100..<200])
            case .truncated: data = data.prefix(8192)
            case .cutShort: data = data.prefix(50)
            case .empty: data = Data()
            case .text: data = Data("this is no database, but it is long enough to be one. ".utf8)
            }
            try data.write(to: file)
        }
    }

    @Test("C45: a damaged file is rebuilt once: a miss, no error, the old bytes gone", arguments: Damage.allCases)
    func rebuild(damage: Damage) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try await filled(directory)
            let file = fixture.database(of: .alice)
            try damage.apply(to: file)
            let damaged = try Data(contentsOf: file)
            for number in 0..<100 { #expect(try await fixture.store.text(for: "k\(number)") == nil) }
            #expect(try await fixture.store.set("new", for: "a"))
            #expect(try await fixture.store.text(for: "a") == "new")
            // An empty file is a new one.
            #expect(fixture.reports.names == (damage == .empty ? [] : ["rebuilt"]))
            #expect(await fixture.store.statistics.rebuilds == (damage == .empty ? 0 : 1))
            await fixture.store.suspend()
            if damage != .empty { #expect(try Data(contentsOf: file) != damaged) }
            #expect(try await StoreFixture(directory).store.text(for: "a") == "new")
        }
    }

    @Test("C45: bytes flipped anywhere in the file: each entry is right or a miss, and the store works on")
    func flippedBytes() async throws {
        for seed in 0..<40 as Range<UInt64> {
            try await withTemporaryDirectory { directory in
                let fixture = try await filled(directory)
                let file = fixture.database(of: .alice)
                var data = try Data(contentsOf: file)
                var random = SplitMix64(seed: seed)
                for _ in 0..<20 {
                    let index = data.indices.randomElement(using: &random) ?? 0
                    data[index] ^= UInt8.random(in: 1...255, using: &random)
                }
                try data.write(to: file)
                for number in 0..<100 {
                    let entry = try await fixture.store.entry(for: "k\(number)", in: .alice)
                    #expect(
                        entry == nil || entry?.payload == Data(repeating: UInt8(number), count: 2000), "seed \(seed)")
                }
                try await fixture.store.set(
                    (0..<100).map { DiskRecord(key: "k\($0)", payload: Data("new".utf8)) }, in: .alice)
                #expect(try await fixture.store.text(for: "k99") == "new", "seed \(seed)")
                #expect(await fixture.store.isIdle)
            }
        }
    }

    @Test("C45: a damaged log or index beside the database costs at most what it held", arguments: ["-wal", "-shm"])
    func damagedLog(suffix: String) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try await filled(directory)
            let noise = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try noise.write(to: URL(filePath: fixture.database(of: .alice).path + suffix))
            for number in 0..<100 {
                #expect(try await fixture.store.entry(for: "k\(number)", in: .alice) != nil)
            }
            #expect(try await fixture.store.set("new", for: "a"))
        }
    }

    @Test("C45: a file of another version, or of another scope, is replaced")
    func foreignFile() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try await filled(directory)
            try FileManager.default.copyItem(at: fixture.database(of: .alice), to: fixture.database(of: .bob))
            #expect(try await fixture.store.entry(for: "k1", in: .bob) == nil)
            #expect(fixture.reports.names == ["schemaReplaced"])
            // The version is at bytes 60 to 63 of a database.
            var data = try Data(contentsOf: fixture.database(of: .alice))
            data[63] = 200
            try data.write(to: fixture.database(of: .alice))
            #expect(try await fixture.store.entry(for: "k1", in: .alice) == nil)
            #expect(try await fixture.store.set("new", for: "a"))
            #expect(fixture.reports.names == ["schemaReplaced", "schemaReplaced"])
        }
    }

    @Test("C46: a file that cannot be opened is no damage: it is kept and tried again later")
    func unavailable() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try await filled(directory)
            let file = fixture.database(of: .alice)
            let aside = directory.appending(path: "aside")
            try FileManager.default.moveItem(at: file, to: aside)
            // Nobody, not even the superuser, can open a folder as a database.
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            #expect(await thrown { _ = try await fixture.store.text(for: "k1") } == "unavailable")
            #expect(await thrown { _ = try await fixture.store.set("x", for: "k1") } == "unavailable")
            #expect(FileManager.default.fileExists(atPath: file.path))
            #expect(fixture.reports.names == ["writesPaused"])
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: aside, to: file)
            #expect(try await fixture.store.entry(for: "k1", in: .alice) != nil)
        }
    }

    @Test("C46: a folder that is a file, or somebody else's, is refused and left alone")
    func foreignFolder() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            try Data("mine".utf8).write(to: fixture.folder)
            #expect(await thrown { _ = try await fixture.store.set("x", for: "a") } == "unavailable")
            #expect(try String(contentsOf: fixture.folder, encoding: .utf8) == "mine")
            try FileManager.default.removeItem(at: fixture.folder)
            try FileManager.default.createSymbolicLink(at: fixture.folder, withDestinationURL: directory)
            fixture.clock.advance(by: .seconds(60))
            #expect(await thrown { _ = try await fixture.store.set("x", for: "a") } == "unavailable")
        }
    }

    struct Todo: Codable, Sendable, Equatable {
        var title: String
    }

    @Test("C50, C51: one entry that cannot be decoded is removed; 999 others are read")
    func undecodableEntry() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let todos = CodableDiskStore<Todo>(in: fixture.store, prefix: "todos/")
            let keys = (0..<1000).map { "\($0)" }
            for key in keys { try await todos.set(Todo(title: key), for: key, in: .alice) }
            _ = try await fixture.store.set("{", for: "todos/500")
            let values = try await todos.values(for: keys, in: .alice)
            #expect(values.count == 999)
            #expect(values["499"]?.value == Todo(title: "499"))
            #expect(fixture.reports.names == ["entryDropped"])
            #expect(try await fixture.store.count(in: .alice) == 999)
            #expect(try await todos.value(for: "500", in: .alice) == nil)
            #expect(fixture.reports.names == ["entryDropped"])
        }
    }

    @Test("C50: an entry of another version of its type is removed")
    func otherVersion() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            try await CodableDiskStore<Todo>(in: fixture.store, prefix: "todos/").set(
                Todo(title: "1"), for: "a", in: .alice)
            let next = CodableDiskStore<Todo>(in: fixture.store, prefix: "todos/", version: 2)
            #expect(try await next.value(for: "a", in: .alice) == nil)
            #expect(try await fixture.store.count(in: .alice) == 0)
            try await next.set(Todo(title: "2"), for: "a", in: .alice)
            #expect(try await next.value(for: "a", in: .alice)?.value == Todo(title: "2"))
        }
    }

    @Test("A value that cannot be encoded leaves no older one behind")
    func unencodable() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            let numbers = CodableDiskStore<Double>(in: fixture.store, prefix: "n/")
            try await numbers.set(1, for: "a", in: .alice)
            #expect(await thrown { try await numbers.set(.infinity, for: "a", in: .alice) } == "encoding")
            #expect(try await numbers.value(for: "a", in: .alice) == nil)
        }
    }

    @Test("C56: a file that was purged under an open store is noticed, and the store goes on with a new one")
    func purged() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = StoreFixture(directory)
            _ = try await fixture.store.set("1", for: "a")
            try FileManager.default.removeItem(at: fixture.database(of: .alice))
            #expect(try await fixture.store.text(for: "a") == nil)
            #expect(try await fixture.store.set("2", for: "b"))
            try FileManager.default.removeItem(at: fixture.folder)
            #expect(try await fixture.store.set("3", for: "c"))
            #expect(try await fixture.store.text(for: "c") == "3")
            #expect(try await StoreFixture(directory).store.text(for: "c") == "3")
        }
    }
}
