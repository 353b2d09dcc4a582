public import CacheManagement
public import NetworkTransfer

/// Loads products from the server. Each call is one request.
public struct APIProductLoader: ProductLoading {
    private let service: any NetworkTransferService

    /// A loader over a transfer service.
    public init(service: any NetworkTransferService) {
        self.service = service
    }

    /// The products from the server; ``ProductError/notCached`` for `.cacheOnly`.
    public func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> {
        let list = try await fetch(ProductListDTO.self, .list(category), policy: policy)
        return CachedValue(list.products.map { $0.toDomain() }, source: .network)
    }

    /// The product from the server; ``ProductError/notCached`` for `.cacheOnly`.
    public func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        let product = try await fetch(ProductDTO.self, .detail(id: id), policy: policy, productID: id)
        return CachedValue(product.toDomain(), source: .network)
    }

    /// Sends the edit; one that makes no sense is refused before.
    public func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
        try edit.validate()
        return try await fetch(ProductDTO.self, .edit(id: id, edit), policy: .networkOnly, productID: id).toDomain()
    }

    private func fetch<DTO: Decodable & Sendable>(
        _ type: DTO.Type, _ router: ProductRouter, policy: FetchPolicy, productID: String? = nil
    ) async throws(ProductError) -> DTO {
        guard policy != .cacheOnly else { throw .notCached }
        do throws(NetworkTransferError) {
            return try await service.fetchCodable(type, router)
        } catch {
            throw ProductError(error, productID: productID)
        }
    }
}
