public import CacheManagement
public import CombineShim
import NetworkTransfer

/// The calls of ``ProductLoading`` as publishers: each does what the call of the same name does, anew for each
/// subscriber; cancelling the subscription cancels the call.
///
/// Values come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
extension ProductLoading {
    /// ``products(in:policy:)`` as a publisher.
    public func productsPublisher(
        in category: ProductCategory? = nil, policy: FetchPolicy = .cacheFirst
    ) -> AnyPublisher<CachedValue<[Product]>, ProductError> {
        asyncPublisher { () async throws(ProductError) in try await self.products(in: category, policy: policy) }
    }

    /// ``product(id:policy:)`` as a publisher.
    public func productPublisher(
        id: String, policy: FetchPolicy = .cacheFirst
    ) -> AnyPublisher<CachedValue<Product>, ProductError> {
        asyncPublisher { () async throws(ProductError) in try await self.product(id: id, policy: policy) }
    }

    /// ``edit(id:_:)`` as a publisher.
    public func editPublisher(id: String, _ edit: ProductEdit) -> AnyPublisher<Product, ProductError> {
        asyncPublisher { () async throws(ProductError) in try await self.edit(id: id, edit) }
    }
}
