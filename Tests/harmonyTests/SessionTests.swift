import Foundation
import TestSupport
import Testing

@Suite("harmony session (loopback sockets)")
struct SessionTests {
    private func check(_ report: [String: Any], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let totals = try #require(report["totals"] as? [String: Any])
        let calls = try #require(totals["calls"] as? Int)
        let without = try #require(totals["calls_without_cache"] as? Int)
        let saved = try #require(totals["saved_ratio"] as? Double)
        #expect(saved >= 0.8, sourceLocation: sourceLocation)
        #expect(abs(saved - (1 - Double(calls) / Double(without))) < 0.001, sourceLocation: sourceLocation)
        let checks = try #require(report["checks"] as? [String: Int])
        #expect(checks["stale_after_change"] == 0, sourceLocation: sourceLocation)
        #expect(checks["old_account_reads"] == 0, sourceLocation: sourceLocation)
        let offline = try #require(checks["offline_screens"])
        #expect(offline > 0 && checks["offline_screens_served"] == offline, sourceLocation: sourceLocation)
        let screens = try #require(report["screens"] as? [[String: Any]])
        #expect(screens.compactMap { $0["calls"] as? Int }.reduce(0, +) == calls, sourceLocation: sourceLocation)
        for name in ["invite", "chat creation", "share"] {
            let visits = screens.filter { $0["name"] as? String == name && $0["phase"] as? String != "offline" }
            #expect(visits.count > 1, sourceLocation: sourceLocation)
            for visit in visits {
                #expect(visit["source"] as? String == "memory", sourceLocation: sourceLocation)
                #expect(visit["calls"] as? Int == 0, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("On mock data the caches save at least four calls in five, and every check holds")
    func mock() async throws {
        let outcome = try await Program.run("session", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty, "no progress where nobody watches")
        try check(try outcome.json())
        let text = try await Program.run("session").output
        #expect(text.contains("data from") && text.contains("calls with caches"))
    }

    @Test("Over HTTP the figures are the same, and the server counts what the program reports")
    func real() async throws {
        guard MockAPIProcess.isAvailable else { return }
        let server = try await MockAPIProcess()
        let mock = try await Program.run("session", "--json").json()
        let real = try await Program.run("session", "--json", "--data", "real", "--base-url", server.url.absoluteString)
        #expect(real.status == 0, "\(real.errors)")
        let report = try real.json()
        try check(report)
        let totals = try #require(report["totals"] as? [String: Any])
        #expect(NSDictionary(dictionary: totals) == NSDictionary(dictionary: mock["totals"] as? [String: Any] ?? [:]))
        let reported = try #require(totals["calls"] as? Int) + (try #require(totals["calls_without_cache"] as? Int))
        #expect(try await Self.requests(at: server.url) == reported)
        server.stop()
        let dead = try await Program.run("session", "--data", "real", "--base-url", server.url.absoluteString)
        #expect(dead.status == 1)
        #expect(dead.errorLines.count == 1)
        #expect(dead.errors.contains("Cannot connect"))
    }

    @Test("Modules on mock data send nothing to the server")
    func mixed() async throws {
        guard MockAPIProcess.isAvailable else { return }
        let server = try await MockAPIProcess()
        let outcome = try await Program.run(
            "session", "--json", "--data", "mock,products=real", "--base-url", server.url.absoluteString)
        try check(try outcome.json())
        let stats = try await Self.stats(at: server.url)
        let operations = try #require(stats["by_operation"] as? [String: Int])
        #expect(!operations.isEmpty && operations.keys.allSatisfy { $0.hasPrefix("products.") })
    }

    @Test("A server that fails every request ends the session with one clear line")
    func failing() async throws {
        guard MockAPIProcess.isAvailable else { return }
        let server = try await MockAPIProcess(["--fail", "1"])
        let outcome = try await Program.run("session", "--data", "real", "--base-url", server.url.absoluteString)
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
    }

    private static func requests(at url: URL) async throws -> Int? {
        try await stats(at: url)["requests"] as? Int
    }

    private static func stats(at url: URL) async throws -> [String: Any] {
        let curl = URL(filePath: "/usr/bin/env")
        let outcome = try await Program.run(
            curl,
            [
                "python3", "-c", "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())",
                url.appending(path: "_stats").absoluteString,
            ])
        return try outcome.json()
    }
}
