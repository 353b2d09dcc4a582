import Foundation
import Networking
import TestSupport
import Testing

/// Long runs, only when `HARMONY_STRESS` is set.
@Suite("Soak", .enabled(if: ProcessInfo.processInfo.environment["HARMONY_STRESS"] != nil))
struct SoakTests {
    @Test("30,000 requests: memory grows by less than a kilobyte each", .timeLimit(.minutes(10)))
    func memory() async throws {
        try await FaultServer.run { connection, _ in
            try connection.respond(200, text: "[1, 2, 3]")
        } _: { server in
            let session = MiddlewareSession(
                URLSessionNetworkSession(),
                [MetricsMiddleware(), RetryMiddleware(), ConcurrencyLimitMiddleware(perHost: 8)])
            var samples: [(requests: Int, bytes: Int)] = []
            for round in 0...30 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            for _ in 0..<125 {
                                _ = try await session.response(
                                    for: NetworkRequest(operation: "test.soak", url: server.url("/")))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                // The server's own log of requests would grow too.
                server.forgetRequests()
                if round >= 5 { samples.append((round * 1_000, Self.residentBytes())) }
            }
            let first = try #require(samples.first)
            let last = try #require(samples.last)
            let slope = Double(last.bytes - first.bytes) / Double(last.requests - first.requests)
            print("soak: \(first.bytes / 1_048_576) MiB → \(last.bytes / 1_048_576) MiB, \(Int(slope)) bytes a request")
            #expect(slope < 1_024)
        }
    }

    @Test("An answer after 65 seconds of silence arrives: the platform's own minute is out of the way")
    func longSilence() async throws {
        try await FaultServer.run { connection, _ in
            connection.pause(milliseconds: 65_000)
            try connection.respond(200, text: "late")
        } _: { server in
            let request = NetworkRequest(
                operation: "test.silence", url: server.url("/"), timeouts: NetworkTimeouts(idle: .seconds(90)))
            let response = try await URLSessionNetworkSession().response(for: request)
            #expect(response.body == Data("late".utf8))
        }
    }

    /// Linux only; 0 elsewhere.
    private static func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
    }
}
