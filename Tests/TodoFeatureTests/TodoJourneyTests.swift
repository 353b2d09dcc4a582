import CacheManagement
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking
import Testing
import TodoFeature

/// The shipped fixtures through the whole stack: mock API, router, decoding, sources, repository, use case.
@Suite("Todos: a journey over the mock API", .timeLimit(.minutes(1)))
struct TodoJourneyTests {
    private let log = CallLog()

    private func module(_ account: String) -> TodoModule {
        let api = MockAPI { try MockData.fixture(operation: $0, account: $1) }
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://mock.example.org"), headers: ["Authorization": "Bearer \(account)"])
        return TodoModule(
            service: DefaultNetworkTransferService(
                configuration: configuration, session: MiddlewareSession(api, [log])),
            scope: { CacheScope(account: account, dataSource: "mock") }, signals: SignalService(window: .zero))
    }

    @Test("Every field of every todo arrives", arguments: ["alice", "bob"])
    func fields(account: String) async throws {
        let data = try MockData.fixture(operation: "todos.list", account: account)
        let lists = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        let rows = try #require(lists["todos"])
        let todos = try await module(account).repository.todos(.cacheFirst).value
        #expect(todos.count == rows.count)
        for (todo, row) in zip(todos, rows) {
            #expect(todo.id == row["id"] as? String)
            #expect(todo.title == row["title"] as? String)
            #expect(todo.notes == row["notes"] as? String)
            #expect(todo.isDone == row["isDone"] as? Bool)
            #expect((todo.dueAt == nil) == (row["dueAt"] == nil))
        }
        #expect(try JSONDecoder().decode([Todo].self, from: JSONEncoder().encode(todos)) == todos)
    }

    @Test("Every todo can be turned and turned back, and the server agrees; all that costs no list")
    func turn() async throws {
        let module = module("alice")
        let before = try await module.repository.todos(.cacheFirst).value
        for todo in before { try await module.useCase.setDone(!todo.isDone, id: todo.id) }
        let turned = try await module.repository.todos(.cacheFirst)
        #expect(turned.source == .memory)
        #expect(zip(before, turned.value).allSatisfy { $0.isDone != $1.isDone })
        #expect(try await module.repository.todos(.networkOnly).value == turned.value)
        for todo in before { try await module.useCase.setDone(todo.isDone, id: todo.id) }
        #expect(try await module.repository.todos(.networkOnly).value == before)
        #expect(log.count(of: "todos.list") == 3)
    }
}
