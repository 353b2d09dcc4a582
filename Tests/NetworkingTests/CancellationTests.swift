import Foundation
import Networking
import TestSupport
import Testing

/// Over a loopback server.
@Suite("Cancellation")
struct CancellationTests {
    @Test("N45: a task that is cancelled before it starts sends nothing")
    func beforeStart() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            let task = Task { () async -> NetworkError.Kind? in
                withUnsafeCurrentTask { $0?.cancel() }
                do throws(NetworkError) {
                    _ = try await session.response(for: NetworkRequest(operation: "test.run", url: server.url("/echo")))
                    return nil
                } catch { return error.kind }
            }
            #expect(await task.value == .cancelled)
            #expect(server.counters.connections == 0)
        }
    }

    @Test(
        "N45, N46: cancelling ends the call at once, typed, and the server sees the close", .timeLimit(.minutes(1)),
        arguments: ["/silent", "/stall", "/drip/100/100"])
    func midway(path: String) async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            let task = Task { () async -> NetworkError.Kind? in
                do throws(NetworkError) {
                    _ = try await session.response(for: NetworkRequest(operation: "test.run", url: server.url(path)))
                    return nil
                } catch { return error.kind }
            }
            while !Task.isCancelled, server.counters.requests == 0 { await Task.yield() }
            let start = ContinuousClock.now
            task.cancel()
            #expect(await task.value == .cancelled)
            // Milliseconds on a quiet machine; the bound leaves room for a busy one.
            #expect(ContinuousClock.now - start < .seconds(10))
            while server.counters.clientCloses == 0, ContinuousClock.now - start < .seconds(10) { await Task.yield() }
            #expect(server.counters.clientCloses == 1)
        }
    }

    @Test("1,000 requests, each cancelled at a random moment within 3 ms: all return", .timeLimit(.minutes(2)))
    func racedCancels() async throws {
        try await Self.race(count: 1_000, seed: 1)
    }

    @Test(
        "N44: 20,000 raced cancels, descriptors stable", .timeLimit(.minutes(10)),
        .enabled(if: ProcessInfo.processInfo.environment["HARMONY_STRESS"] != nil))
    func manyRacedCancels() async throws {
        try await Self.race(count: 1_000, seed: 2)
        let before = openDescriptors()
        try await Self.race(count: 20_000, seed: 3)
        #expect(openDescriptors() <= before + 16)
    }

    /// Eight callers at a time; each result is a value or `cancelled`.
    static func race(count: Int, seed: UInt64) async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            let url = server.url("/bytes/2000")
            var tally: [Bool: Int] = [:]
            try await withThrowingTaskGroup(of: [Bool: Int].self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var generator = SplitMix64(seed: seed &* 1_000 &+ UInt64(worker))
                        var tally: [Bool: Int] = [:]
                        for _ in 0..<count / 8 {
                            let task = Task { () async throws(NetworkError) -> Int in
                                try await session.response(for: NetworkRequest(operation: "test.race", url: url)).body
                                    .count
                            }
                            try await Task.sleep(for: .microseconds(Int.random(in: 0...3_000, using: &generator)))
                            task.cancel()
                            switch await task.result {
                            case .success(let size): tally[true, default: 0] += size == 2_000 ? 1 : 0
                            case .failure(let error):
                                tally[false, default: 0] += (error as? NetworkError)?.kind == .cancelled ? 1 : 0
                            }
                        }
                        return tally
                    }
                }
                for try await part in group { tally.merge(part, uniquingKeysWith: +) }
            }
            #expect(tally[true, default: 0] + tally[false, default: 0] == count)
            #expect(tally[false, default: 0] > 0)
        }
    }

    private func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
