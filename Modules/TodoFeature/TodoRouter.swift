public import Networking

/// The endpoints of the todos.
public enum TodoRouter: NetworkRequestRouter, Hashable {
    /// All todos of the account.
    case list
    /// Sets whether one todo is done.
    case update(id: String, isDone: Bool)

    /// The name of the call.
    public var operation: String {
        switch self {
        case .list: "todos.list"
        case .update: "todos.update"
        }
    }

    /// The path below the base URL.
    public var path: String {
        switch self {
        case .list: "/todos"
        case .update(let id, _): "/todos/\(PercentEncoding.segment(id))"
        }
    }

    /// The method of the call.
    public var methodType: HTTPMethod {
        switch self {
        case .list: .get
        case .update: .patch
        }
    }

    /// JSON is asked for.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// What is sent, if anything.
    public var body: HTTPBody? {
        switch self {
        case .list: nil
        case .update(_, let isDone): .json(TodoUpdateDTO(isDone: isDone))
        }
    }
}
