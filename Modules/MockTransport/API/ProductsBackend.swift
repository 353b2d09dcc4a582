import Foundation
import Networking

/// The catalogue. Each account edits its own copy.
struct ProductsBackend: MockBackend {
    static let fixture = "products.list"

    private var products: MockRows

    init(_ fixture: JSONValue, account: String) throws(MockTransportError) {
        products = try MockRows(fixture, "products", of: Self.fixture)
    }

    mutating func answer(_ call: MockCall) throws(MockRefusal) -> MockAnswer {
        switch call.operation {
        case "products.detail":
            return MockAnswer(statusCode: 200, value: try products[call.arguments[0]])
        case "products.edit":
            let id = call.arguments[0]
            let product = try products[id]
            var members = try call.fields(["name": .name, "summary": .text, "price": .price, "stock": .stock])
            // A mock has no clock of its own: an edit is one minute after the state that it changes.
            if let last = product["updatedAt"]?.string.flatMap(ISO8601.parse) {
                members["updatedAt"] = .string(ISO8601.format(last + 60))
            }
            return MockAnswer(statusCode: 200, value: try products.update(id, with: members))
        default:
            let category = call.query["category"]
            let shown = products.values.filter { category == nil || $0["category"]?.string == category }
            return MockAnswer(statusCode: 200, value: .object(["products": .array(shown)]))
        }
    }
}
