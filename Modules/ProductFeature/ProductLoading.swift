public import CacheManagement

/// What loads and edits products. The remote loader, the cache and the log each are one, and a decorator holds
/// another, so they compose in any order.
///
/// Implementations are safe to use from any thread. Every method ends at once with ``ProductError/cancelled`` when the
/// caller's task is cancelled.
public protocol ProductLoading: Sendable {
    /// All products, or those of one category, in the server's order.
    ///
    /// - Parameter policy: how caches on the way are used; a loader without a cache has nothing for `.cacheOnly`.
    func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]>

    /// One product. Throws ``ProductError/notFound(id:)`` when the server does not know it.
    func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product>

    /// Changes a product, and gives it as the server has it now.
    func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product
}

extension ProductLoading {
    /// All products, or those of one category; fresh cached ones first.
    public func products(in category: ProductCategory? = nil) async throws(ProductError) -> CachedValue<[Product]> {
        try await products(in: category, policy: .cacheFirst)
    }

    /// One product; a fresh cached one first.
    public func product(id: String) async throws(ProductError) -> CachedValue<Product> {
        try await product(id: id, policy: .cacheFirst)
    }
}
