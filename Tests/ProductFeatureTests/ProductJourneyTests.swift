import CacheManagement
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking
import ProductFeature
import Testing

/// The shipped fixtures through the whole stack: mock API, router, decoding, decorators, use case.
@Suite("Products: a journey over the mock API", .timeLimit(.minutes(1)))
struct ProductJourneyTests {
    private let log = CallLog()
    private let useCase: any ProductUseCase
    private let module: ProductModule

    init() {
        let api = MockAPI { try MockData.fixture(operation: $0, account: $1) }
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://mock.example.org"), headers: ["Authorization": "Bearer alice"])
        module = ProductModule(
            service: DefaultNetworkTransferService(
                configuration: configuration, session: MiddlewareSession(api, [log])),
            scope: { CacheScope(account: "alice", dataSource: "mock") }, signals: SignalService(window: .zero))
        useCase = module.useCase
    }

    @Test("Every field of every product arrives")
    func fields() async throws {
        let data = try MockData.fixture(operation: "products.list")
        let lists = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        let rows = try #require(lists["products"])
        let products = try await useCase.products().value
        #expect(products.count == rows.count)
        for (product, row) in zip(products, rows) {
            #expect(product.id == row["id"] as? String)
            #expect(product.name == row["name"] as? String)
            #expect(product.summary == row["summary"] as? String ?? "")
            #expect(product.category.rawValue == row["category"] as? String)
            #expect(product.stock == row["stock"] as? Int)
            #expect(product.rating == row["rating"] as? Double)
            #expect(product.image == row["image"] as? String)
            #expect((product.updatedAt == nil) == (row["updatedAt"] == nil))
            let price = try #require(row["price"] as? [String: String])
            #expect(
                product.price.text == price["amount"] || product.price.amount == Decimal(string: price["amount"] ?? ""))
            #expect(product.price.currency == price["currency"])
        }
        for product in products.prefix(5) { #expect(try await useCase.product(id: product.id).value == product) }
    }

    @Test("Every tab holds what the whole catalogue holds of it")
    func tabs() async throws {
        let all = try await useCase.products().value
        for category in Set(all.map(\.category)) {
            #expect(try await useCase.products(in: category).value == all.filter { $0.category == category })
        }
        #expect(try await useCase.products(in: "no such category").value.isEmpty)
    }

    @Test("An edited price is on the server, in the detail and in the lists, to the cent")
    func edit() async throws {
        let before = try await useCase.product(id: "p-001").value
        _ = try await useCase.products(in: before.category)
        let price = try #require(Money(text: "0.10", currency: "EUR"))
        let edited = try await useCase.edit(id: "p-001", ProductEdit(name: "Ö & “Ü”", price: price, stock: 0))
        #expect(edited.price == price && edited.name == "Ö & “Ü”" && edited.stock == 0)
        #expect(edited.updatedAt != before.updatedAt)
        #expect(try await useCase.product(id: "p-001").value == edited)
        #expect(try await useCase.products(in: before.category).value.first { $0.id == "p-001" } == edited)
        await #expect {
            _ = try await useCase.edit(id: "p-999", ProductEdit(stock: 1))
        } throws: { error in
            if case ProductError.notFound(id: "p-999") = error { true } else { false }
        }
    }

    @Test("A product survives the disk")
    func coding() async throws {
        let products = try await useCase.products().value
        let copies = try JSONDecoder().decode([Product].self, from: JSONEncoder().encode(products))
        #expect(copies == products)
    }
}
