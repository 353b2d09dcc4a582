import Foundation
import ModuleSupport
import Networking

/// A contacts server of a few people an account, with the API's rules: what is accepted moves, what is unknown is 404.
final class ContactsServer: Sendable {
    /// The identifiers in each list.
    struct Lists {
        var contacts: [String] = []
        var requestsSent: [String] = []
        var requestsReceived: [String] = []
        var placeholders: [String] = []
    }

    /// How the server fails instead of answering.
    enum Fault {
        case network(NetworkError.Kind)
        case status(Int)
        case body(String)
    }

    private struct State {
        var accounts: [String: Lists] = [
            "alice": Lists(
                contacts: ["a-1", "a-2", "a-3"], requestsSent: ["a-4"], requestsReceived: ["a-5", "a-6"],
                placeholders: ["a-7", "a-8"]),
            "bob": Lists(contacts: ["b-1"], requestsReceived: ["b-2"], placeholders: ["b-3"]),
        ]
        var faults: [String: Fault] = [:]
    }

    private let state = Locked(State())

    /// Makes an operation fail until it is set to `nil`.
    func fail(_ operation: String, _ fault: Fault?) {
        state.withLock { $0.faults[operation] = fault }
    }

    /// Changes the lists of an account behind the app's back.
    func change(_ account: String, _ body: @Sendable (inout Lists) -> Void) {
        state.withLock { body(&$0.accounts[account, default: Lists()]) }
    }

    func answer(_ request: NetworkRequest, for account: String) throws(NetworkError) -> NetworkResponse {
        switch state.withLock({ $0.faults[request.operation] }) {
        case .network(let kind): throw NetworkError(kind, request: request)
        case .status(let code): return NetworkResponse(request: request, statusCode: code)
        case .body(let text): return NetworkResponse(request: request, statusCode: 200, body: Data(text.utf8))
        case nil: break
        }
        let (status, body) = state.withLock { state in
            Self.answer(request, &state.accounts[account, default: Lists()])
        }
        return NetworkResponse(request: request, statusCode: status, body: Data(body.utf8))
    }

    private static func answer(_ request: NetworkRequest, _ lists: inout Lists) -> (Int, String) {
        let parts = request.url.path.split(separator: "/").map(String.init)
        switch request.operation {
        case "contacts.list":
            return (200, json(lists))
        case "contacts.accept":
            guard move(parts[2], from: &lists.requestsReceived, to: &lists.contacts) else { return (404, "{}") }
            return (200, person(parts[2]))
        case "contacts.decline":
            return (remove(parts[2], from: &lists.requestsReceived) ? 204 : 404, "")
        case "contacts.send":
            let body = try? JSONDecoder().decode([String: String].self, from: request.body?.data ?? Data())
            guard let id = body?["contactId"] else { return (400, "{}") }
            guard move(id, from: &lists.placeholders, to: &lists.requestsSent) else { return (404, "{}") }
            return (201, person(id))
        case "contacts.delete":
            return (remove(parts[1], from: &lists.contacts) ? 204 : 404, "")
        default:
            return (404, "{}")
        }
    }

    private static func remove(_ id: String, from list: inout [String]) -> Bool {
        guard let index = list.firstIndex(of: id) else { return false }
        list.remove(at: index)
        return true
    }

    private static func move(_ id: String, from list: inout [String], to other: inout [String]) -> Bool {
        guard remove(id, from: &list) else { return false }
        other.append(id)
        return true
    }

    private static func person(_ id: String) -> String {
        #"{"id": "\#(id)", "name": "Name \#(id)", "favorite": \#(id == "a-3")}"#
    }

    private static func json(_ lists: Lists) -> String {
        let fields = [
            ("contacts", lists.contacts), ("requestsSent", lists.requestsSent),
            ("requestsReceived", lists.requestsReceived), ("placeholders", lists.placeholders),
        ]
        return "{" + fields.map { #""\#($0)": [\#($1.map(person).joined(separator: ", "))]"# }.joined(separator: ", ")
            + "}"
    }
}
