import Foundation
import Networking
import TestSupport
import Testing

@Suite("Concurrency limit")
struct ConcurrencyLimitTests {
    /// A session whose requests end when the test says so.
    private final class Held: NetworkSession {
        let started = Box<[String]>([])
        private let released = Box<Set<String>>([])

        func release(_ name: String) { released.withLock { _ = $0.insert(name) } }

        func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
            started.withLock { $0.append(request.operation) }
            while !released.value.contains(request.operation) {
                if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
                await Task.yield()
            }
            return NetworkResponse(request: request, statusCode: 200)
        }
    }

    private func request(_ name: String, _ priority: RequestPriority = .normal, host: String = "a") -> NetworkRequest {
        var request = NetworkRequest(operation: name, url: URL(string: "http://\(host)/") ?? URL(fileURLWithPath: "/"))
        request.priority = priority
        return request
    }

    private func start(_ session: any NetworkSession, _ request: NetworkRequest) -> Task<NetworkError.Kind?, Never> {
        Task { await failure { () throws(NetworkError) in try await session.response(for: request) }?.kind }
    }

    @Test("The most urgent goes first, and in order of arrival within a priority", .timeLimit(.minutes(1)))
    func order() async throws {
        let held = Held()
        let limit = ConcurrencyLimitMiddleware(perHost: 1)
        let session = MiddlewareSession(held, [limit])
        var tasks = [start(session, request("first"))]
        while held.started.value.isEmpty { await Task.yield() }
        for (index, priority) in [RequestPriority.low, .normal, .high, .normal, .high, .low].enumerated() {
            tasks.append(start(session, request("\(priority)\(index)", priority)))
            while limit.waitingCount < index + 1 { await Task.yield() }
        }
        let expected = ["first", "high2", "high4", "normal1", "normal3", "low0", "low5"]
        for name in expected {
            while held.started.value.last != name { await Task.yield() }
            held.release(name)
        }
        for task in tasks { #expect(await task.value == nil) }
        #expect(held.started.value == expected)
        #expect(limit.waitingCount == 0)
    }

    @Test("Hosts do not wait for each other; a cancelled waiter leaves the others", .timeLimit(.minutes(1)))
    func hostsAndCancel() async {
        let held = Held()
        let limit = ConcurrencyLimitMiddleware(perHost: 1)
        let session = MiddlewareSession(held, [limit])
        let first = start(session, request("a1"))
        let other = start(session, request("b1", host: "b"))
        while held.started.value.count < 2 { await Task.yield() }
        let cancelled = start(session, request("a2"))
        while limit.waitingCount < 1 { await Task.yield() }
        let last = start(session, request("a3"))
        while limit.waitingCount < 2 { await Task.yield() }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        for name in ["a1", "b1", "a3"] { held.release(name) }
        for task in [first, other, last] { #expect(await task.value == nil) }
        #expect(Set(held.started.value) == ["a1", "b1", "a3"])
    }

    @Test(
        "The server never sees more than the limit; failures and cancels give their places back",
        .timeLimit(.minutes(1)))
    func neverMore() async throws {
        try await FaultServer.run { connection, request in
            connection.pause(milliseconds: 5)
            if request.path == "/reset" { try connection.reset() }
            try connection.respond(200)
        } _: { server in
            let limit = ConcurrencyLimitMiddleware(perHost: 3)
            let session = MiddlewareSession(URLSessionNetworkSession(), [limit])
            let tasks = (0..<60).map { index in
                start(
                    session, NetworkRequest(operation: "\(index)", url: server.url(index % 5 == 0 ? "/reset" : "/ok")))
            }
            for (index, task) in tasks.enumerated() where index % 7 == 0 { task.cancel() }
            for task in tasks { _ = await task.value }
            #expect(server.counters.maximumInFlight <= 4)  // A cancelled request's connection may still be closing.
            #expect(limit.waitingCount == 0)
            #expect(await start(session, NetworkRequest(operation: "last", url: server.url("/ok"))).value == nil)
        }
    }

    @Test("A stream keeps its place until it has ended or is let go", .timeLimit(.minutes(1)))
    func streams() async throws {
        try await FaultServer.run { server in
            let limit = ConcurrencyLimitMiddleware(perHost: 1)
            let session = MiddlewareSession(URLSessionNetworkSession(), [limit])
            let next: Task<NetworkError.Kind?, Never>
            do {
                let stream = try await session.stream(
                    for: NetworkRequest(operation: "stall", url: server.url("/stall")))
                #expect(stream.head.isSuccess)
                next = start(session, NetworkRequest(operation: "next", url: server.url("/echo")))
                while limit.waitingCount < 1 { await Task.yield() }
                #expect(server.counters.requests == 1)
            }
            #expect(await next.value == nil)
            let whole = try await session.stream(
                for: NetworkRequest(operation: "chunks", url: server.url("/chunks/3/3")))
            #expect(try await whole.collect(upTo: 100).count == 9)
            #expect(await start(session, NetworkRequest(operation: "last", url: server.url("/echo"))).value == nil)
        }
    }
}
