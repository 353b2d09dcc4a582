import Foundation
import Networking
import TestSupport
import Testing

@Suite("Retry")
struct RetryTests {
    private let clock = ManualClock()

    private func request(
        _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: HTTPBody? = nil, total: Duration? = nil
    ) -> NetworkRequest {
        NetworkRequest(
            operation: "test.retry", method: method, url: URL(fileURLWithPath: "/"), headers: headers, body: body,
            timeouts: NetworkTimeouts(total: total))
    }

    /// Fails with the given kinds or statuses in turn, then answers 200.
    private enum Fault {
        case kind(NetworkError.Kind)
        case status(Int, HTTPHeaders)
    }

    private func session(_ faults: [Fault]) -> ScriptedSession {
        ScriptedSession { (request, index) throws(NetworkError) in
            guard index < faults.count else { return NetworkResponse(request: request, statusCode: 200) }
            switch faults[index] {
            case .kind(let kind): throw NetworkError(kind, request: request)
            case .status(let status, let headers):
                return NetworkResponse(request: request, statusCode: status, headers: headers)
            }
        }
    }

    /// Runs the request, moving the clock by what each wait must be; gives the status or the error.
    private func run(
        _ request: NetworkRequest, _ session: ScriptedSession, _ middleware: RetryMiddleware, waits: [Duration]
    ) async -> Result<Int, NetworkError> {
        let task = Task { () async -> Result<Int, NetworkError> in
            do throws(NetworkError) {
                return .success(try await MiddlewareSession(session, [middleware]).response(for: request).statusCode)
            } catch { return .failure(error) }
        }
        for (index, wait) in waits.enumerated() {
            await clock.waitForSleepers()
            clock.advance(by: wait - .nanoseconds(1))
            #expect(session.requests.value.count == index + 1, "not before its time")
            clock.advance(by: .nanoseconds(1))
            while session.requests.value.count < index + 2 { await Task.yield() }
        }
        return await task.value
    }

    private func middleware(
        _ policy: RetryPolicy = RetryPolicy(attempts: 4, base: .seconds(1), cap: .seconds(3)),
        budget: RetryBudget? = nil, random: @escaping @Sendable () -> Double = { 1 }
    ) -> RetryMiddleware {
        RetryMiddleware(
            policy: policy, budget: budget, clock: clock, now: { Date(timeIntervalSince1970: 784_111_777) },
            random: random)
    }

    @Test("N37: waits double up to the cap, and the draw scales them", .timeLimit(.minutes(1)))
    func jitter() async {
        let faults: [Fault] = [.kind(.connectionLost), .status(503, [:]), .kind(.timeout(.idle))]
        let full = session(faults)
        let result = await run(request(), full, middleware(), waits: [.seconds(1), .seconds(2), .seconds(3)])
        #expect((try? result.get()) == 200)
        let draws = Box([0.5, 0.25, 0.75][...])
        let drawn = session(faults)
        _ = await run(
            request(), drawn, middleware(random: { draws.withLock { $0.popFirst() ?? 0 } }),
            waits: [.milliseconds(500), .milliseconds(500), .milliseconds(2_250)])
        #expect(drawn.requests.value.count == 4)
        #expect(Set(drawn.requests.value.map(\.id)).count == 1)
    }

    @Test("The attempts are bounded; the last failure is the answer", .timeLimit(.minutes(1)))
    func attempts() async {
        let session = session(Array(repeating: .status(500, [:]), count: 9))
        let result = await run(
            request(), session, middleware(RetryPolicy(attempts: 2, base: .seconds(1))), waits: [.seconds(1)])
        #expect((try? result.get()) == 500)
        #expect(session.requests.value.count == 2)
    }

    @Test(
        "N36: Retry-After in seconds and as a date", .timeLimit(.minutes(1)),
        arguments: [
            ("7", 7), ("Sun, 06 Nov 1994 08:49:42 GMT", 5), ("Sunday, 06-Nov-94 08:49:42 GMT", 5),
            ("Sun Nov  6 08:49:42 1994", 5),
        ])
    func retryAfter(value: String, seconds: Int) async {
        for status in [429, 503] {
            let session = session([.status(status, ["Retry-After": value])])
            let result = await run(request(), session, middleware(), waits: [.seconds(seconds)])
            #expect((try? result.get()) == 200)
        }
    }

    @Test("N36: a wait beyond the deadline or the bound fails at once", .timeLimit(.minutes(1)))
    func tooLate() async {
        let session = session([.status(503, ["Retry-After": "30"])])
        let first = await run(request(total: .seconds(10)), session, middleware(), waits: [])
        #expect((try? first.get()) == 503)
        let second = self.session([.status(503, ["Retry-After": "3600"])])
        #expect((try? await run(request(), second, middleware(), waits: []).get()) == 503)
        #expect(session.requests.value.count == 1 && second.requests.value.count == 1)
    }

    @Test("The total deadline shrinks with each send", .timeLimit(.minutes(1)))
    func shrinkingDeadline() async {
        let session = session([.status(503, [:]), .status(503, [:])])
        _ = await run(request(total: .seconds(10)), session, middleware(), waits: [.seconds(1), .seconds(2)])
        #expect(session.requests.value.map(\.timeouts.total) == [.seconds(10), .seconds(9), .seconds(7)])
    }

    @Test(
        "N35: POST and PATCH are not repeated without a key", .timeLimit(.minutes(1)),
        arguments: [HTTPMethod.post, .patch])
    func notIdempotent(method: HTTPMethod) async {
        let session = session([.status(503, [:])])
        #expect((try? await run(request(method), session, middleware(), waits: []).get()) == 503)
    }

    @Test("N35: with a key they are, and the key stays", .timeLimit(.minutes(1)))
    func idempotencyKey() async {
        let own = session([.kind(.connectionLost)])
        _ = await run(
            request(.post, headers: ["idempotency-key": "mine"]), own, middleware(), waits: [.seconds(1)])
        #expect(own.requests.value.map { $0.headers["Idempotency-Key"] } == ["mine", "mine"])
        let made = session([.kind(.connectionLost)])
        let count = Box(0)
        let policy = RetryPolicy(base: .seconds(1)) {
            "key-\(count.increment())"
        }
        _ = await run(request(.post), made, middleware(policy), waits: [.seconds(1)])
        #expect(made.requests.value.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-1"])
    }

    @Test("N32: a one-shot body is not sent again; one that can be opened anew is", .timeLimit(.minutes(1)))
    func bodies() async {
        let source: HTTPBody.Source = { AsyncThrowingStream<Data, any Error> { $0.finish() } }
        let once = session([.kind(.connectionLost)])
        let body = HTTPBody.oneShot(contentType: "x/y", source)
        let result = await run(request(.put, body: body), once, middleware(), waits: [])
        #expect(throws: NetworkError.self) { try result.get() }
        #expect(once.requests.value.count == 1)
        let again = session([.kind(.connectionLost)])
        _ = await run(
            request(.put, body: .stream(contentType: "x/y", source)), again, middleware(), waits: [.seconds(1)])
        #expect(again.requests.value.count == 2)
    }

    @Test(
        "Faults of the request and unknown ones are not retried", .timeLimit(.minutes(1)),
        arguments: [
            NetworkError.Kind.tls, .malformedResponse, .contentEncoding, .cancelled, .unknown, .bodyTooLarge(limit: 1),
            .sessionClosed,
        ])
    func notRetryable(kind: NetworkError.Kind) async {
        let session = session([.kind(kind)])
        _ = await run(request(), session, middleware(), waits: [])
        #expect(session.requests.value.count == 1)
    }

    @Test("The budget bounds the share of retries", .timeLimit(.minutes(1)))
    func budget() async {
        let budget = RetryBudget(share: 0.5, reserve: 2)
        let policy = RetryPolicy(attempts: 2, base: .zero)
        var sends = 0
        for _ in 0..<20 {
            let session = session([.status(503, [:]), .status(503, [:])])
            _ = try? await MiddlewareSession(session, [middleware(policy, budget: budget)]).response(for: request())
            sends += session.requests.value.count
        }
        // Twenty first sends, two from the reserve, and half a one for each request after that.
        #expect(sends >= 20 + 10 && sends <= 20 + 12)
    }

    @Test("Cancelling ends a wait at once", .timeLimit(.minutes(1)))
    func cancel() async {
        let session = session([.status(503, [:])])
        let (middleware, request) = (middleware(), request())
        let task = Task { () async -> NetworkError.Kind? in
            await failure { () throws(NetworkError) in
                try await MiddlewareSession(session, [middleware]).response(for: request)
            }?.kind
        }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Dates of HTTP: three formats, read strictly")
    func dates() {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(HTTPDate.format(date) == "Sun, 06 Nov 1994 08:49:37 GMT")
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.parse(text) == date, "\(text)")
        }
        for text in [
            "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
            "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun,  06 Nov 1994 08:49:37 GMT",
        ] { #expect(HTTPDate.parse(text) == nil, "\(text)") }
        var generator = SplitMix64(seed: 36)
        for _ in 0..<500 {
            let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &generator)))
            #expect(HTTPDate.parse(HTTPDate.format(date)) == date)
        }
    }

    @Test("Nothing is drawn for a response that needs no retry")
    func drawsWhenNeeded() async {
        let draws = Box(0)
        let middleware = middleware(random: { Double(draws.increment()) })
        _ = await run(request(), session([]), middleware, waits: [])
        _ = await run(request(), session([.status(404, [:])]), middleware, waits: [])
        #expect(draws.value == 0)
        _ = await run(request(), session([.status(503, [:])]), middleware, waits: [.seconds(1)])
        #expect(draws.value == 1)
    }
}
