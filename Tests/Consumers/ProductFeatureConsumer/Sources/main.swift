import CacheManagement
import Foundation
import NetworkTransfer
import Networking
import ProductFeature

// A decorator of the consumer's own around the feature's loaders.
struct DiscountedProductLoader: ProductLoading {
    let loader: any ProductLoading

    func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> {
        try await loader.products(in: category, policy: policy).map { $0.map(discounted) }
    }

    func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        try await loader.product(id: id, policy: policy).map(discounted)
    }

    func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
        try await loader.edit(id: id, edit)
    }

    private func discounted(_ product: Product) -> Product {
        var product = product
        product.price = Money(product.price.amount / 2, currency: product.price.currency)
        return product
    }
}

struct Server: NetworkSession {
    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let body = """
            {"id": "p-1", "name": "Lamp", "summary": "Bright.", "category": "home", "stock": 3,
             "price": {"amount": "12.90", "currency": "EUR"}}
            """
        return NetworkResponse(request: request, statusCode: 200, body: Data(body.utf8))
    }
}

let service = DefaultNetworkTransferService(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://shop.test")), session: Server())
let cache = CachedProductLoader(
    APIProductLoader(service: service), scope: { CacheScope(account: "me", dataSource: "real") })
let loader = DiscountedProductLoader(loader: cache)
let first = try await loader.product(id: "p-1")
let second = try await loader.product(id: "p-1")
precondition(first.value.price == Money(Decimal(645) / 100, currency: "EUR"))
precondition(first.source == .network && second.source == .memory)
print("ProductFeatureConsumer: \(first.value.name) for \(first.value.price.amount) \(first.value.price.currency)")
