import CacheManagement
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import TestSupport
import TodoFeature

/// The module over a server of a few todos, with the account, the clock and the order of answers in the test's hands.
final class TodoWorld: Sendable {
    /// The todos that each account has, by identifier; done or not.
    final class Rows: Sendable {
        private let rows = Locked<[String: [(id: String, isDone: Bool)]]>([
            "alice": [("a-1", false), ("a-2", true), ("a-3", false)], "bob": [("b-1", false)],
        ])

        func set(_ id: String, _ isDone: Bool, of account: String = "alice") -> Bool {
            rows.withLock { rows in
                guard let index = rows[account]?.firstIndex(where: { $0.id == id }) else { return false }
                rows[account]?[index].isDone = isDone
                return true
            }
        }

        func answer(_ request: NetworkRequest, for account: String) -> (status: Int, json: String) {
            switch request.operation {
            case "todos.list":
                let todos = rows.withLock { $0[account] ?? [] }.map { Self.json($0.id, $0.isDone) }
                return (200, #"{"todos": [\#(todos.joined(separator: ", "))]}"#)
            case "todos.update":
                let id = request.url.lastPathComponent
                let body = try? JSONDecoder().decode([String: Bool].self, from: request.body?.data ?? Data())
                guard let isDone = body?["isDone"] else { return (400, "{}") }
                return set(id, isDone, of: account) ? (200, Self.json(id, isDone)) : (404, "{}")
            default:
                return (404, "{}")
            }
        }

        private static func json(_ id: String, _ isDone: Bool) -> String {
            #"{"id": "\#(id)", "title": "Do \#(id)", "isDone": \#(isDone)}"#
        }
    }

    final class Account: Sendable {
        private let name = Locked("alice")
        var current: String {
            get { name.withLock { $0 } }
            set { name.withLock { $0 = newValue } }
        }
        var scope: CacheScope { CacheScope(account: current, dataSource: "mock") }
    }

    let rows = Rows()
    let server: FakeServer
    let session: GatedSession
    let clock = ManualClock()
    let signals: SignalService
    let service: any NetworkTransferService
    let module: TodoModule
    private let account: Account

    /// - Parameter window: how long a burst of signals lasts on ``clock``; zero for no wait at all.
    init(policy: CachePolicy = .todos, window: Duration = .zero) {
        let account = Account()
        let rows = rows
        // Like a token that is added when the request is sent.
        let server = FakeServer { rows.answer($0, for: account.current) }
        session = GatedSession { request throws(NetworkError) in try server.answer(request) }
        signals = SignalService(window: window, clock: clock)
        service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")), session: session)
        module = TodoModule(
            service: service, scope: { account.scope }, signals: signals, policy: policy, clock: clock)
        self.server = server
        self.account = account
    }

    var repository: any TodoRepository { module.repository }
    var listCalls: Int { session.count("todos.list") }

    /// What an app does on a switch: the scope first, then the former one is cleared.
    func switchAccount(to name: String) async throws {
        let former = account.scope
        account.current = name
        for cache in module.caches { try await cache.clear(former) }
    }

    /// The scope alone, as in the moment before the former one is cleared.
    func switchScope(to name: String) { account.current = name }
}

/// What an asynchronous call throws, if it throws.
func failure(of body: () async throws(TodoError) -> Void) async -> TodoError? {
    do throws(TodoError) {
        try await body()
        return nil
    } catch {
        return error
    }
}

extension [Todo] {
    var ids: [String] { map(\.id) }
    /// The identifiers of those that are done.
    var done: [String] { filter(\.isDone).map(\.id) }
}
