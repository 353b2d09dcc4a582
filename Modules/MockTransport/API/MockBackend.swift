import Foundation

/// The state that one account has of one module, and the rules by which requests read and change it.
///
/// A backend is a value without a lock, a clock or input and output; ``MockAPI`` serializes the calls.
protocol MockBackend: Sendable {
    /// The operation whose fixture the state starts from.
    static var fixture: String { get }

    /// Takes the fixture. An account without a fixture of its own has the default one under its own name.
    init(_ fixture: JSONValue, account: String) throws(MockTransportError)

    /// Answers one request, and changes the state when the request asks for that.
    mutating func answer(_ call: MockCall) throws(MockRefusal) -> MockAnswer
}

/// A request as a backend sees it.
struct MockCall: Hashable {
    var operation: String
    /// Whether it changes nothing, so that the answer may be kept.
    var isRead: Bool
    /// The variable segments of the path, decoded.
    var arguments: [String]
    var query: [String: String]
    var body: Data
}

/// A success; without a value the response has no body.
struct MockAnswer {
    var statusCode: Int
    var value: JSONValue?
}

/// An answer other than success.
struct MockRefusal: Error {
    var statusCode: Int
    var value: JSONValue
    var header: (name: String, value: String)?

    static func notFound(id: String) -> MockRefusal {
        MockRefusal(statusCode: 404, value: .object(["error": .string("not_found"), "id": .string(id)]))
    }

    static func notFound(path: String) -> MockRefusal {
        MockRefusal(statusCode: 404, value: .object(["error": .string("not_found"), "path": .string(path)]))
    }

    static func badRequest(_ reason: String) -> MockRefusal {
        MockRefusal(statusCode: 400, value: .object(["error": .string("bad_request"), "reason": .string(reason)]))
    }

    static let unauthorized = MockRefusal(
        statusCode: 401, value: .object(["error": .string("unauthorized")]),
        header: ("WWW-Authenticate", "Bearer realm=\"harmony\""))

    static func methodNotAllowed(_ allowed: [String]) -> MockRefusal {
        MockRefusal(
            statusCode: 405, value: .object(["error": .string("method_not_allowed")]),
            header: ("Allow", allowed.joined(separator: ", ")))
    }
}

/// Objects in order, found by their `id`.
struct MockRows: Sendable {
    private(set) var values: [JSONValue]

    init(_ value: JSONValue?, _ member: String, of operation: String) throws(MockTransportError) {
        guard let values = value?[member]?.array, values.allSatisfy({ $0["id"]?.string != nil }) else {
            throw .fixtureShape(operation: operation, expected: "an object whose '\(member)' lists objects with an id")
        }
        self.values = values
    }

    subscript(_ id: String) -> JSONValue {
        get throws(MockRefusal) { values[try index(of: id)] }
    }

    mutating func append(_ value: JSONValue) {
        values.append(value)
    }

    mutating func remove(_ id: String) throws(MockRefusal) -> JSONValue {
        values.remove(at: try index(of: id))
    }

    /// Replaces members of a row and gives the row as it is now.
    mutating func update(_ id: String, with members: [String: JSONValue]) throws(MockRefusal) -> JSONValue {
        let index = try index(of: id)
        for (name, value) in members { values[index][name] = value }
        return values[index]
    }

    private func index(of id: String) throws(MockRefusal) -> Int {
        guard let index = values.firstIndex(where: { $0["id"]?.string == id }) else { throw .notFound(id: id) }
        return index
    }
}
