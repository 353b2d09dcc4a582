import Foundation
import MockData
import NetworkTransfer
import Networking
import TestSupport
import Testing
import TodoFeature

@Suite("Todos: endpoints and what the server sends")
struct TodoRouterTests {
    private let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1/"))

    @Test(
        "Each endpoint has its operation, method and URL",
        arguments: [
            (TodoRouter.list, "todos.list", HTTPMethod.get, "/v1/todos"),
            (.update(id: "a-todo-01", isDone: true), "todos.update", .patch, "/v1/todos/a-todo-01"),
            (.update(id: "a/?b", isDone: true), "todos.update", .patch, "/v1/todos/a%2F%3Fb"),
        ])
    func endpoint(router: TodoRouter, operation: String, method: HTTPMethod, path: String) throws {
        let request = try NetworkRequest(router: router, configuration: configuration)
        #expect(request.operation == operation)
        #expect(request.method == method)
        #expect(request.url.absoluteString == "https://api.example.org" + path)
        #expect(request.headers["Accept"] == "application/json")
    }

    @Test("An update says whether it is done; a list has no body", arguments: [true, false])
    func body(isDone: Bool) throws {
        let update = try NetworkRequest(
            router: TodoRouter.update(id: "1", isDone: isDone), configuration: configuration)
        let body = try #require(update.body?.data)
        #expect(String(decoding: body, as: UTF8.self) == #"{"isDone":\#(isDone)}"#)
        #expect(try NetworkRequest(router: TodoRouter.list, configuration: configuration).body == nil)
    }

    /// The todos that a remote source reads from a body.
    private func load(_ body: Data) async throws(TodoError) -> [Todo] {
        let session = GatedSession { NetworkResponse(request: $0, statusCode: 200, body: body) }
        let service = DefaultNetworkTransferService(configuration: configuration, session: session)
        return try await APITodoRemoteDataSource(service: service).todos()
    }

    @Test("The fixtures are read whole", arguments: [(nil, 40), ("bob", nil)] as [(String?, Int?)])
    func fixture(account: String?, count: Int?) async throws {
        let todos = try await load(MockData.fixture(operation: "todos.list", account: account))
        if let count { #expect(todos.count == count) }
        #expect(!todos.isEmpty && Set(todos.ids).count == todos.count)
        #expect(todos.contains { $0.dueAt != nil } && todos.contains { $0.dueAt == nil })
        #expect(todos.contains(where: \.isDone) && todos.contains { !$0.isDone })
    }

    @Test(
        "A malformed list is a parsing error, never a shorter list",
        arguments: [
            "[]", "{}", "{", #"{"todos": [{"id": "1", "title": "x"}]}"#,
            #"{"todos": [{"id": "1", "title": "x", "isDone": true}, {"id": 2, "title": "x", "isDone": true}]}"#,
            #"{"todos": [{"id": "1", "title": "x", "isDone": true, "dueAt": "soon"}]}"#,
        ])
    func malformed(body: String) async {
        guard
            case .transfer(.parsing) = await failure(of: { () throws(TodoError) in _ = try await load(Data(body.utf8)) }
            )
        else {
            Issue.record("no parsing error")
            return
        }
    }
}
