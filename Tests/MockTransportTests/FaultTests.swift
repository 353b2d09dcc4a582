import Foundation
import MockTransport
import ModuleSupport
import Networking
import TestSupport
import Testing

@Suite("Faults and delays around any session")
struct FaultTests {
    private let log = CallLog()

    private func server() -> MiddlewareSession { MockAPI.shipped().counted(by: log) }

    @Test("the first requests fail, then all succeed; nobody hears of those that failed")
    func firstRequests() async throws {
        let session = server().failing(.error(.connectionLost), .first(2))
        for expected in [NetworkError.Kind.connectionLost, .connectionLost, nil, nil] {
            do {
                #expect(try await session.ask(.get, "/todos").statusCode == 200)
                #expect(expected == nil)
            } catch let error as NetworkError {
                #expect(error.kind == expected && error.isRetryable && error.requestID != nil)
            }
        }
        #expect(log.count == 2)
    }

    @Test("a share of the requests fails: the same for the same seed, close to the share, all or none at its ends")
    func share() async throws {
        func pattern(_ share: Double, seed: UInt64) async throws -> [Bool] {
            let session = MockNetworkSession { (request) throws(NetworkError) in
                NetworkResponse(request: request, statusCode: 200)
            }.failing(.status(503), .share(share, seed: seed))
            var failures: [Bool] = []
            for _ in 0..<400 { failures.append(try await session.ask(.get, "/").statusCode == 503) }
            return failures
        }
        let first = try await pattern(0.3, seed: 7)
        #expect(try await pattern(0.3, seed: 7) == first)
        #expect(try await pattern(0.3, seed: 8) != first)
        let failed = first.count { $0 }
        #expect((90...150).contains(failed), "\(failed) of 400")
        #expect(try await pattern(0, seed: 7).allSatisfy { !$0 })
        #expect(try await pattern(1, seed: 7).allSatisfy { $0 })
    }

    @Test("only the requests that are meant fail, and the others do not count")
    func selection() async throws {
        let session = server().failing(.status(500), .first(1)) { $0.method == .post }
        #expect(try await session.ask(.get, "/todos").statusCode == 200)
        let id = try #require(try await session.ask(.get, "/contacts").ids("requestsReceived").first)
        #expect(try await session.ask(.post, "/contacts/requests/\(id)/accept").statusCode == 500)
        #expect(try await session.ask(.post, "/contacts/requests/\(id)/accept").statusCode == 200)
    }

    @Test("an outage can be switched on and off while running")
    func outage() async throws {
        let outage = FaultInjector(.offline, isActive: false)
        let session = MiddlewareSession(server(), [outage])
        #expect(try await session.ask(.get, "/todos").statusCode == 200)
        outage.isActive = true
        let error = try await #require(throws: NetworkError.self) { try await session.ask(.get, "/todos") }
        #expect(error.kind == .offline)
        await #expect(throws: NetworkError.self) { try await session.stream(for: Question(.get, "/todos").request()) }
        outage.isActive = false
        #expect(try await session.ask(.get, "/todos").statusCode == 200)
        #expect(outage.injectedCount == 2 && log.count == 2)
    }

    @Test("empty and malformed answers are 200 with a body that cannot be decoded, streamed too")
    func brokenBodies() async throws {
        let empty = server().failing(.empty)
        #expect(try await empty.ask(.get, "/todos").body.isEmpty)
        let malformed = server().failing(.malformed)
        let answer = try await malformed.ask(.get, "/todos")
        #expect(answer.statusCode == 200 && !answer.body.isEmpty && JSONValue(answer.body) == nil)
        let stream = try await malformed.stream(for: Question(.get, "/todos").request())
        #expect(try await stream.collect(upTo: 1_000) == answer.body)
        #expect(log.count == 0)
    }

    @Test("a lost answer leaves the change behind")
    func lostResponse() async throws {
        let session = server().failing(.lostResponse, .first(1)) { $0.method == .delete }
        let id = try #require(try await session.ask(.get, "/contacts").ids("contacts").first)
        let error = try await #require(throws: NetworkError.self) {
            try await session.ask(.delete, "/contacts/\(id)")
        }
        #expect(error.kind == .connectionLost)
        #expect(try await !session.ask(.get, "/contacts").ids("contacts").contains(id))
    }

    @Test("a delayed request waits by the clock, and only then reaches the server")
    func delay() async throws {
        let clock = ManualClock()
        let session = server().delayed(by: .milliseconds(800), clock: clock)
        let task = Task { try await session.ask(.get, "/todos").statusCode }
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(799))
        #expect(log.count == 0 && clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await task.value == 200)
        #expect(log.count == 1)
    }

    @Test(
        "a delay beyond a deadline is that timeout, at that deadline", arguments: [NetworkError.Deadline.total, .idle])
    func deadline(_ deadline: NetworkError.Deadline) async throws {
        let clock = ManualClock()
        let session = server().delayed(by: .seconds(10), clock: clock)
        var request = try Question(.get, "/todos").request()
        request.timeouts =
            deadline == .total
            ? NetworkTimeouts(idle: .seconds(9), total: .seconds(2)) : NetworkTimeouts(idle: .seconds(2))
        let task = Task { [request] in
            await Result { () async throws(NetworkError) in try await session.response(for: request) }
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        guard case .failure(let error) = await task.value else {
            Issue.record("answered")
            return
        }
        #expect(error.kind == .timeout(deadline) && log.count == 0)
    }

    @Test("cancelling ends the wait at once")
    func cancelledDelay() async throws {
        let clock = ManualClock()
        let session = server().delayed(by: .seconds(10), clock: clock)
        let request = try Question(.get, "/todos").request()
        let task = Task {
            await Result { () async throws(NetworkError) in try await session.response(for: request) }
        }
        await clock.waitForSleepers()
        task.cancel()
        guard case .failure(let error) = await task.value else {
            Issue.record("answered")
            return
        }
        #expect(error.kind == .cancelled && log.count == 0)
    }
}
