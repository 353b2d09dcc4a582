import CacheManagement
import Foundation
import MockData
import NetworkTransfer
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("Products: what the server sends")
struct ProductFixtureTests {
    /// The products that an API loader reads from a body.
    private func load(_ body: Data) async throws -> [Product] {
        let session = GatedSession { NetworkResponse(request: $0, statusCode: 200, body: body) }
        let service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")), session: session)
        return try await APIProductLoader(service: service).products().value
    }

    @Test("The fixture is read whole")
    func fixture() async throws {
        let products = try await load(MockData.fixture(operation: "products.list"))
        #expect(products.count == 60)
        #expect(Set(products.ids).count == 60)
        #expect((4...5).contains(Set(products.map(\.category)).count))
        #expect(products.allSatisfy { $0.price.amount > 0 && !$0.name.isEmpty })
        #expect(products.contains { $0.image != nil } && products.contains { $0.image == nil })
        let first = try #require(products.first)
        #expect(
            first.price.text == "239.50" && first.updatedAt == ISO8601DateFormatter().date(from: "2026-02-18T02:35:00Z")
        )
    }

    @Test("Fields that may be missing may be missing, and unknown ones are no harm")
    func tolerant() async throws {
        let json = """
            {"next": null, "products": [{"id": "1", "name": "Tape", "category": "new", "colour": "red", "stock": 0,
            "price": {"amount": "0.10", "currency": "USD", "formatted": "$0.10"}, "rating": null}]}
            """
        let product = try #require(try await load(Data(json.utf8)).first)
        #expect(product.summary.isEmpty && product.rating == nil && product.image == nil && product.updatedAt == nil)
        #expect(product.category == "new" && product.price.amount == Decimal(string: "0.1"))
    }

    @Test(
        "One bad row is a parsing error for the whole list, never a shorter list",
        arguments: [
            #""price": {"amount": 12.90, "currency": "EUR"}, "stock": 1"#,
            #""price": {"amount": "12,90", "currency": "EUR"}, "stock": 1"#,
            #""price": {"amount": "12.90", "currency": "euro"}, "stock": 1"#,
            #""price": {"amount": "12.90", "currency": "EUR"}"#, #""stock": 1"#,
            #""price": {"amount": "12.90", "currency": "EUR"}, "stock": 1, "updatedAt": "yesterday""#,
        ])
    func malformed(fields: String) async throws {
        let good = ProductWorld.Row(id: "p-1", category: "books", name: "Atlas").json
        let json = #"{"products": [\#(good), {"id": "2", "name": "Tape", "category": "audio", \#(fields)}]}"#
        await #expect {
            _ = try await load(Data(json.utf8))
        } throws: { error in
            if case ProductError.transfer(.parsing) = error { true } else { false }
        }
    }
}
