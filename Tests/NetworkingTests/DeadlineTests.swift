import Foundation
import Networking
import TestSupport
import Testing

/// Over a loopback server, with the real clock where a figure is claimed.
@Suite("Deadlines", .serialized)
struct DeadlineTests {
    private func failure(
        _ path: String, _ timeouts: NetworkTimeouts, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> (kind: NetworkError.Kind?, after: Duration) {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession(clock: clock)
            let request = NetworkRequest(operation: "test.run", url: server.url(path), timeouts: timeouts)
            let start = ContinuousClock.now
            do {
                _ = try await session.response(for: request)
                return (nil, ContinuousClock.now - start)
            } catch let error as NetworkError {
                return (error.kind, ContinuousClock.now - start)
            }
        }
    }

    @Test("L13: half a second is half a second, for each deadline", .timeLimit(.minutes(1)))
    func subSecond() async throws {
        let half = Duration.milliseconds(500)
        for (path, timeouts, deadline) in [
            ("/silent", NetworkTimeouts(connect: half), NetworkError.Deadline.connect),
            ("/silent", NetworkTimeouts(idle: half), .idle),
            ("/stall", NetworkTimeouts(connect: .milliseconds(400), idle: half), .idle),
            ("/drip/100/100", NetworkTimeouts(idle: .milliseconds(400), total: half), .total),
        ] {
            // Other tests may keep the machine busy, so the best of a few is what counts, beside a bare sleep.
            var excess = Duration.seconds(60)
            for _ in 0..<8 where excess >= .milliseconds(200) {
                async let sleep = ContinuousClock().measure { try? await Task.sleep(for: half) }
                let (kind, after) = try await failure(path, timeouts)
                let control = await sleep
                #expect(kind == .timeout(deadline))
                #expect(after > .milliseconds(300), "\(path) \(after)")
                excess = min(excess, after - control)
            }
            #expect(excess < .milliseconds(200), "\(path)")
        }
    }

    @Test("A server that answers in time succeeds under short deadlines")
    func inTime() async throws {
        let (kind, _) = try await failure(
            "/echo", NetworkTimeouts(connect: .milliseconds(900), idle: .milliseconds(900), total: .milliseconds(900)))
        #expect(kind == nil)
    }

    @Test("L14: the total counts over redirects", .timeLimit(.minutes(1)))
    func totalOverRedirects() async throws {
        let hop = Box(0)
        try await FaultServer.run { connection, _ in
            connection.pause(milliseconds: 200)
            let number = hop.increment()
            try connection.respond(302, [("Location", "/hop\(number)")])
        } _: { server in
            let start = ContinuousClock.now
            let error = await #expect(throws: NetworkError.self) {
                try await URLSessionNetworkSession().response(
                    for: NetworkRequest(
                        operation: "test.run", url: server.url("/"),
                        timeouts: NetworkTimeouts(total: .milliseconds(500))))
            }
            #expect(error?.kind == .timeout(.total))
            #expect(ContinuousClock.now - start < .seconds(30))
        }
    }

    @Test("Deadlines follow the given clock, and the server sees the close", .timeLimit(.minutes(1)))
    func manualClock() async throws {
        try await FaultServer.run { server in
            let clock = ManualClock()
            let session = URLSessionNetworkSession(clock: clock)
            let request = NetworkRequest(operation: "test.run", url: server.url("/silent"))
            let task = Task { () async -> NetworkError.Kind? in
                do throws(NetworkError) {
                    _ = try await session.response(for: request)
                    return nil
                } catch { return error.kind }
            }
            while !Task.isCancelled, server.counters.requests == 0 { await Task.yield() }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(60))
            #expect(await task.value == .timeout(.idle))
            while !Task.isCancelled, server.counters.clientCloses == 0 { await Task.yield() }
        }
    }
}
