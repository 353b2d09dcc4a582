import Foundation
import Networking
import TestSupport
import Testing

@Suite("Authentication")
struct AuthenticationTests {
    private struct Rejected: Error, Equatable {}

    private func request() -> NetworkRequest {
        NetworkRequest(operation: "test.auth", url: URL(fileURLWithPath: "/"))
    }

    /// Accepts only the given token.
    private func server(accepting token: Box<String>) -> ScriptedSession {
        ScriptedSession { (request, _) throws(NetworkError) in
            let isKnown = request.headers["Authorization"] == "Bearer \(token.value)"
            return NetworkResponse(request: request, statusCode: isKnown ? 200 : 401)
        }
    }

    /// A refresh that a test lets end when it wants.
    private final class Gate: Sendable {
        let calls = Box(0)
        private let waiting = Box<[CheckedContinuation<Result<Credential, Rejected>, Never>]>([])

        func refresh() async throws -> Credential {
            calls.increment()
            return try await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
            }.get()
        }

        func open(_ result: Result<Credential, Rejected>) async {
            while waiting.value.isEmpty { await Task.yield() }
            let all = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            all.forEach { $0.resume(returning: result) }
        }
    }

    private func status(
        _ middleware: AuthenticationMiddleware, _ session: any NetworkSession
    ) async -> Result<Int, NetworkError> {
        do throws(NetworkError) {
            return .success(try await MiddlewareSession(session, [middleware]).response(for: request()).statusCode)
        } catch { return .failure(error) }
    }

    @Test("N38: a hundred 401s at once make one refresh", .timeLimit(.minutes(1)))
    func singleFlight() async {
        let session = server(accepting: Box("new"))
        let gate = Gate()
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in try await gate.refresh()
        }
        await withTaskGroup(of: Result<Int, NetworkError>.self) { group in
            for _ in 0..<100 { group.addTask { await self.status(middleware, session) } }
            while session.requests.value.count < 100 { await Task.yield() }
            await gate.open(.success(Credential(token: "new")))
            for await result in group { #expect((try? result.get()) == 200) }
        }
        #expect(gate.calls.value == 1)
        #expect(session.requests.value.count == 200)
        #expect(middleware.credential?.token == "new")
    }

    @Test("N38: a late 401 of the old token is sent again without a refresh", .timeLimit(.minutes(1)))
    func lateRefusal() async {
        let isHeld = Box(true)
        let session = ScriptedSession { (request, index) throws(NetworkError) in
            if index == 0 { while isHeld.value { await Task.yield() } }
            let isNew = request.headers["Authorization"] == "Bearer new"
            return NetworkResponse(request: request, statusCode: isNew ? 200 : 401)
        }
        let calls = Box(0)
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in
            calls.increment()
            return Credential(token: "new")
        }
        async let late = status(middleware, session)
        while session.requests.value.isEmpty { await Task.yield() }
        #expect((try? await status(middleware, session).get()) == 200)
        isHeld.withLock { $0 = false }
        #expect((try? await late.get()) == 200)
        #expect(calls.value == 1)
    }

    @Test(
        "N39: a failed refresh fails all that waited, with the same error and no second refresh",
        .timeLimit(.minutes(1)))
    func failedRefresh() async {
        let session = server(accepting: Box("new"))
        let gate = Gate()
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in try await gate.refresh()
        }
        await withTaskGroup(of: Result<Int, NetworkError>.self) { group in
            for _ in 0..<50 { group.addTask { await self.status(middleware, session) } }
            while session.requests.value.count < 50 { await Task.yield() }
            await gate.open(.failure(Rejected()))
            for await result in group {
                guard case .failure(let error) = result else {
                    Issue.record("a request went through")
                    continue
                }
                #expect(error.kind == .authentication)
                #expect(error.underlying is Rejected)
                #expect(error.requestID != nil)
            }
        }
        #expect(gate.calls.value == 1)
        #expect(session.requests.value.count == 50)
        // A request that starts later may try again, and new credentials are used as they come.
        middleware.signIn(Credential(token: "new"))
        #expect((try? await status(middleware, session).get()) == 200)
        #expect(gate.calls.value == 1)
    }

    @Test("N39: a request that starts after a failed refresh may refresh again", .timeLimit(.minutes(1)))
    func newEpoch() async {
        let calls = Box(0)
        let session = server(accepting: Box("new"))
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in
            let call = calls.increment()
            guard call > 1 else { throw Rejected() }
            return Credential(token: "new")
        }
        await #expect(throws: NetworkError.self) { try await status(middleware, session).get() }
        #expect((try? await status(middleware, session).get()) == 200)
    }

    @Test(
        "N40, N41: a refresh through the same stack does not wait for itself, and may ask for the credential",
        .timeLimit(.minutes(1)))
    func refreshBypasses() async {
        let session = server(accepting: Box("new"))
        let holder = Box<AuthenticationMiddleware?>(nil)
        let refreshRequest = request()
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { old in
            let middleware = holder.value
            #expect(middleware?.credential == old)
            let response = try await MiddlewareSession(session, middleware.map { [$0] } ?? []).response(
                for: refreshRequest)
            #expect(response.statusCode == 401, "sent without a credential")
            return Credential(token: "new")
        }
        holder.withLock { $0 = middleware }
        #expect((try? await status(middleware, session).get()) == 200)
        #expect(session.requests.value.map { $0.headers["Authorization"] } == ["Bearer old", nil, "Bearer new"])
    }

    @Test(
        "N43: what a refresh brings after sign-out or for another account is dropped", .timeLimit(.minutes(1)),
        arguments: [nil, Credential(token: "bob")])
    func accountChange(next: Credential?) async {
        let session = server(accepting: Box("new"))
        let gate = Gate()
        let middleware = AuthenticationMiddleware(credential: Credential(token: "alice")) { _ in
            try await gate.refresh()
        }
        async let result = status(middleware, session)
        while gate.calls.value == 0 { await Task.yield() }
        if let next { middleware.signIn(next) } else { middleware.signOut() }
        guard case .failure(let error) = await result else {
            Issue.record("alice's request was sent for somebody else")
            return
        }
        #expect(error.kind == .authentication)
        #expect(error.underlying is AccountChanged)
        await gate.open(.success(Credential(token: "new")))
        for _ in 0..<100 { await Task.yield() }
        #expect(middleware.credential == next)
        #expect(session.requests.value.map { $0.headers["Authorization"] } == ["Bearer alice"])
    }

    @Test("A second 401 is the answer", .timeLimit(.minutes(1)))
    func stillRefused() async {
        let session = server(accepting: Box("nobody"))
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in Credential(token: "new")
        }
        #expect((try? await status(middleware, session).get()) == 401)
        #expect(session.requests.value.count == 2)
    }

    @Test("An expired credential is renewed before it is sent; nobody signed in sends none", .timeLimit(.minutes(1)))
    func expiry() async {
        let session = server(accepting: Box("new"))
        let expired = Credential(token: "old", expiresAt: Date(timeIntervalSince1970: 10))
        let middleware = AuthenticationMiddleware(credential: expired, now: { Date(timeIntervalSince1970: 10) }) { _ in
            Credential(token: "new", expiresAt: Date(timeIntervalSince1970: 20))
        }
        #expect((try? await status(middleware, session).get()) == 200)
        #expect(session.requests.value.count == 1)
        middleware.signOut()
        #expect((try? await status(middleware, session).get()) == 401)
        #expect(session.requests.value.last?.headers["Authorization"] == nil)
    }

    @Test("A cancelled waiter leaves at once; the refresh and the others go on", .timeLimit(.minutes(1)))
    func cancelledWaiter() async {
        let session = server(accepting: Box("new"))
        let gate = Gate()
        let middleware = AuthenticationMiddleware(credential: Credential(token: "old")) { _ in try await gate.refresh()
        }
        let tasks = (0..<5).map { _ in Task { await self.status(middleware, session) } }
        while session.requests.value.count < 5 || gate.calls.value == 0 { await Task.yield() }
        tasks[0].cancel()
        guard case .failure(let error) = await tasks[0].value else {
            Issue.record("not cancelled")
            return
        }
        #expect(error.kind == .cancelled)
        await gate.open(.success(Credential(token: "new")))
        for task in tasks.dropFirst() { #expect((try? await task.value.get()) == 200) }
    }

    @Test("N42: whatever happens meanwhile, every request ends once", .timeLimit(.minutes(2)))
    func fuzz() async {
        for seed in 0..<60 {
            var generator = SplitMix64(seed: UInt64(seed))
            let token = Box("t0")
            let session = server(accepting: token)
            let count = Box(0)
            let middleware = AuthenticationMiddleware(credential: Credential(token: "start")) { _ in
                for _ in 0..<5 { await Task.yield() }
                let number = count.increment()
                if number % 3 == 0 { throw Rejected() }
                token.withLock { $0 = "t\(number)" }
                return Credential(token: "t\(number)")
            }
            let tasks = (0..<20).map { _ in Task { await self.status(middleware, session) } }
            for task in tasks {
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: task.cancel()
                case 1: middleware.signIn(Credential(token: "other"))
                case 2: middleware.signOut()
                case 3: token.withLock { $0 = "moved" }
                default: await Task.yield()
                }
            }
            for task in tasks { _ = await task.value }
        }
    }

    @Test("No way of printing a credential shows it")
    func description() {
        let credential = Credential(token: "CANARY", refreshToken: "CANARY")
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), "\([credential])", dumped] {
            #expect(!text.contains("CANARY"))
        }
    }
}
