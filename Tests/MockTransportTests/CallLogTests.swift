import Foundation
import MockTransport
import Networking
import TestSupport
import Testing

@Suite("CallLog: what reaches a session")
struct CallLogTests {
    private func request(_ operation: String) -> NetworkRequest {
        NetworkRequest(operation: operation, url: URL(string: "http://mock.invalid/x?token=s3cret")!)
    }

    private let session = MockNetworkSession { (request) throws(NetworkError) in
        if request.operation == "b" { throw NetworkError(.offline) }
        return NetworkResponse(request: request, statusCode: 204)
    }

    @Test("calls are counted in all and by operation, with how they ended and without secrets")
    func counts() async throws {
        let log = CallLog()
        let session = session.counted(by: log)
        let first = request("a")
        _ = try await session.response(for: first)
        _ = try await session.stream(for: request("a"))
        _ = try? await session.response(for: request("b"))
        #expect(log.count == 3 && log.countByOperation == ["a": 2, "b": 1])
        #expect(log.count(of: "a") == 2 && log.count(of: "none") == 0)
        #expect(log.calls.map(\.operation) == ["a", "a", "b"])
        #expect(log.calls.map(\.outcome) == [.status(204), .status(204), .failed(.offline)])
        #expect(log.calls[0].requestID == first.id && log.calls[0].method == .get)
        #expect(log.calls.allSatisfy { !$0.url.contains("s3cret") && $0.duration != nil })
        log.reset()
        #expect(log.count == 0 && log.countByOperation.isEmpty && log.calls.isEmpty)
    }

    @Test("a running call is counted already, its duration is the clock's, and a reset leaves it out")
    func runningCalls() async throws {
        let clock = ManualClock()
        let log = CallLog(clock: clock)
        let slow = MiddlewareSession(session, [log, DelayMiddleware(.seconds(3), clock: clock)])
        let running = Task { [self] in try await slow.response(for: request("a")).statusCode }
        await clock.waitForSleepers()
        #expect(log.count == 1 && log.calls[0].outcome == nil && log.calls[0].duration == nil)
        clock.advance(by: .seconds(3))
        #expect(try await running.value == 204)
        #expect(log.calls[0].duration == .seconds(3))

        let overtaken = Task { [self] in try await slow.response(for: request("a")).statusCode }
        await clock.waitForSleepers()
        log.reset()
        _ = try? await session.counted(by: log).response(for: request("b"))
        clock.advance(by: .seconds(3))
        #expect(try await overtaken.value == 204)
        #expect(log.calls.map(\.operation) == ["b"] && log.calls[0].outcome == .failed(.offline))
    }

    @Test("the log keeps the latest calls, the counts have no limit", arguments: [0, 1, 3])
    func capacity(_ capacity: Int) async throws {
        let log = CallLog(capacity: capacity)
        let session = session.counted(by: log)
        for number in 0..<20 { _ = try await session.response(for: request("op\(number)")) }
        #expect(log.count == 20 && log.countByOperation.count == 20)
        #expect(log.calls.map(\.operation) == (20 - capacity..<20).map { "op\($0)" })
        #expect(log.calls.allSatisfy { $0.outcome == .status(204) })
    }

    @Test("concurrent calls lose no count")
    func concurrency() async throws {
        let log = CallLog()
        let session = session.counted(by: log)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask { [self] in _ = try? await session.response(for: request(number % 2 == 0 ? "a" : "b")) }
            }
        }
        #expect(log.countByOperation == ["a": 250, "b": 250] && log.calls.count == 500)
        #expect(log.calls.allSatisfy { $0.outcome == ($0.operation == "a" ? .status(204) : .failed(.offline)) })
    }
}
