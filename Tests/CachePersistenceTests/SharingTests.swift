import CacheManagement
import CachePersistence
import Foundation
import TestSupport
import Testing

@Suite("Two users of one DiskStore folder", .timeLimit(.minutes(5)))
struct SharingTests {
    @Test("C48: two processes, ten thousand calls each on a new file, no error")
    func twoProcesses() async throws {
        try await withTemporaryDirectory { directory async throws in
            async let first: Void = run(directory.path, "first")
            async let second: Void = run(directory.path, "second")
            _ = await (first, second)
            let store = StoreFixture(directory).store
            #expect(try await store.text(for: "first/last") == "done")
            #expect(try await store.text(for: "second/last") == "done")
        }
    }

    private func run(_ path: String, _ name: String) async {
        await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
            let store = StoreFixture(URL(filePath: path)).store
            var random = SplitMix64(seed: UInt64(name.count))
            for number in 0..<10_000 {
                let key = "k\(Int.random(in: 0..<100, using: &random))"
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    let entry = try await store.entry(for: key, in: .alice)
                    #expect(entry.map { String(decoding: $0.payload, as: UTF8.self).hasPrefix(key) } ?? true)
                case 5..<9: _ = try await store.set("\(key) \(number)", for: key, tags: ["t\(number % 3)"])
                default: _ = try await store.removeAll(withTag: "t\(number % 3)", in: .alice)
                }
            }
            _ = try await store.set("done", for: "\(name)/last")
        }
    }

    @Test("C48: three processes that also clear the scope see no error and only what was written")
    func clearingProcesses() async throws {
        try await withTemporaryDirectory { directory async throws in
            await withTaskGroup(of: Void.self) { group in
                for seed in 1...3 { group.addTask { await runWithClears(directory.path, seed: seed) } }
            }
            let store = StoreFixture(directory).store
            _ = try await store.set("still works", for: "a")
            #expect(try await store.text(for: "a") == "still works")
        }
    }

    private func runWithClears(_ path: String, seed: Int) async {
        await #expect(processExitsWith: .success) { [path = path as String, seed = seed as Int] in
            let fixture = StoreFixture(URL(filePath: path))
            let store = fixture.store
            var random = SplitMix64(seed: UInt64(seed))
            for number in 0..<800 {
                let key = "k\(Int.random(in: 0..<20, using: &random))"
                switch Int.random(in: 0..<20, using: &random) {
                case 0: try await store.clear(.alice)
                case 1: await store.suspend(); await store.resume()
                case 2..<10: _ = try await store.set("\(key) \(number)", for: key)
                default: #expect(try await store.text(for: key)?.hasPrefix(key) ?? true)
                }
            }
            #expect(fixture.reports.names == [])
        }
    }

    @Test("C48: two stores that write, read and clear at once see no error and nothing that was cleared")
    func twoStores() async throws {
        try await withTemporaryDirectory { directory in
            let stores = [StoreFixture(directory).store, StoreFixture(directory).store]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, store) in stores.enumerated() {
                    group.addTask {
                        for number in 0..<300 {
                            _ = try await store.set("\(number)", for: "k\(index)")
                            if number % 20 == 19 { try await store.clear(.alice) }
                            _ = try await store.text(for: "k\(1 - index)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await stores[0].clear(.alice)
            for store in stores {
                for key in ["k0", "k1"] { #expect(try await store.text(for: key) == nil) }
            }
        }
    }

    @Test("What one store writes, removes or clears, the other sees at once")
    func visibility() async throws {
        try await withTemporaryDirectory { directory in
            let first = StoreFixture(directory).store
            let second = StoreFixture(directory).store
            _ = try await first.set("1", for: "a")
            #expect(try await second.text(for: "a") == "1")
            _ = try await second.remove("a", in: .alice)
            #expect(try await first.text(for: "a") == nil)
            _ = try await first.set("2", for: "a")
            try await second.clear(.alice)
            #expect(try await first.text(for: "a") == nil)
            _ = try await first.set("3", for: "a")
            #expect(try await second.text(for: "a") == "3")
        }
    }
}
