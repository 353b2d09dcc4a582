import Foundation
import Networking

/// A module that has state.
enum MockModule: Hashable {
    case contacts, products, todos, profile

    var backend: any MockBackend.Type {
        switch self {
        case .contacts: ContactsBackend.self
        case .products: ProductsBackend.self
        case .todos: TodosBackend.self
        case .profile: ProfileBackend.self
        }
    }
}

/// One row of the REST API: an operation, and the method and path that ask for it.
struct MockRoute: Sendable {
    let operation: String
    /// The module whose state answers; `nil` for the pictures, which have none.
    let module: MockModule?
    let method: HTTPMethod
    let template: [String]

    init(_ operation: String, _ module: MockModule?, _ method: HTTPMethod, _ template: String) {
        self.operation = operation
        self.module = module
        self.method = method
        self.template = template.split(separator: "/").map(String.init)
    }

    static let all = [
        MockRoute("contacts.list", .contacts, .get, "/contacts"),
        MockRoute("contacts.accept", .contacts, .post, "/contacts/requests/{id}/accept"),
        MockRoute("contacts.decline", .contacts, .post, "/contacts/requests/{id}/decline"),
        MockRoute("contacts.send", .contacts, .post, "/contacts/requests"),
        MockRoute("contacts.delete", .contacts, .delete, "/contacts/{id}"),
        MockRoute("products.list", .products, .get, "/products"),
        MockRoute("products.detail", .products, .get, "/products/{id}"),
        MockRoute("products.edit", .products, .patch, "/products/{id}"),
        MockRoute("todos.list", .todos, .get, "/todos"),
        MockRoute("todos.update", .todos, .patch, "/todos/{id}"),
        MockRoute("profile.show", .profile, .get, "/profile"),
        MockRoute("profile.update", .profile, .patch, "/profile"),
        MockRoute("images.fetch", nil, .get, "/images/{name}"),
    ]

    /// The route of a request and the variable segments of its path. HEAD is GET (RFC 9110 §9.3.2).
    static func find(
        method: HTTPMethod, path: String
    ) throws(MockRefusal) -> (route: MockRoute, arguments: [String]) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { $0.removingPercentEncoding }
        let matches = all.compactMap { route in route.arguments(of: segments).map { (route: route, arguments: $0) } }
        if matches.isEmpty { throw .notFound(path: path) }
        let wanted = method == .head ? .get : method
        guard let match = matches.first(where: { $0.route.method == wanted }) else {
            var allowed = matches.map(\.route.method.rawValue)
            if allowed.contains("GET") { allowed.append("HEAD") }
            throw .methodNotAllowed(allowed.sorted())
        }
        return match
    }

    private func arguments(of segments: [String?]) -> [String]? {
        guard segments.count == template.count else { return nil }
        var arguments: [String] = []
        for (expected, segment) in zip(template, segments) {
            guard let segment else { return nil }  // not UTF-8
            if expected.hasPrefix("{"), !segment.isEmpty {
                arguments.append(segment)
            } else if expected != segment {
                return nil
            }
        }
        return arguments
    }
}
