/// The list of things to do.
struct TodosBackend: MockBackend {
    static let fixture = "todos.list"

    private var todos: MockRows

    init(_ fixture: JSONValue, account: String) throws(MockTransportError) {
        todos = try MockRows(fixture, "todos", of: Self.fixture)
    }

    mutating func answer(_ call: MockCall) throws(MockRefusal) -> MockAnswer {
        switch call.operation {
        case "todos.update":
            _ = try todos[call.arguments[0]]
            let members = try call.fields(["isDone": .flag])
            return MockAnswer(statusCode: 200, value: try todos.update(call.arguments[0], with: members))
        default:
            return MockAnswer(statusCode: 200, value: .object(["todos": .array(todos.values)]))
        }
    }
}
