import Foundation
import Networking
import ProductFeature
import Testing

@Suite("Products: endpoints")
struct ProductRouterTests {
    private let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1/"))

    @Test(
        "Each endpoint has its operation, method and URL",
        arguments: [
            (ProductRouter.list(nil), "products.list", HTTPMethod.get, "/v1/products"),
            (.list("audio"), "products.list", .get, "/v1/products?category=audio"),
            (.list("home & garden"), "products.list", .get, "/v1/products?category=home%20%26%20garden"),
            (.detail(id: "p-001"), "products.detail", .get, "/v1/products/p-001"),
            (.detail(id: "a/../b"), "products.detail", .get, "/v1/products/a%2F..%2Fb"),
            (.edit(id: "p-001", ProductEdit(stock: 1)), "products.edit", .patch, "/v1/products/p-001"),
        ])
    func endpoint(router: ProductRouter, operation: String, method: HTTPMethod, path: String) throws {
        let request = try NetworkRequest(router: router, configuration: configuration)
        #expect(request.operation == operation)
        #expect(request.method == method)
        #expect(request.url.absoluteString == "https://api.example.org" + path)
        #expect(request.headers["Accept"] == "application/json")
    }

    @Test("Only an edit has a body, with the fields that change and the price as text")
    func body() throws {
        let edit = ProductEdit(name: "Tape", price: Money(Decimal(string: "12.9")!, currency: "EUR"))
        let request = try NetworkRequest(router: ProductRouter.edit(id: "p-1", edit), configuration: configuration)
        let data = try #require(request.body?.data)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
        #expect(json == ["name": "Tape", "price": ["amount": "12.90", "currency": "EUR"]] as NSDictionary)
        #expect(request.headers["Content-Type"] == "application/json")
        for router: ProductRouter in [.list(nil), .list("audio"), .detail(id: "1")] {
            #expect(try NetworkRequest(router: router, configuration: configuration).body == nil)
        }
    }
}
