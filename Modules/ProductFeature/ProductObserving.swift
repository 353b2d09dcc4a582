public import CacheManagement

/// What is known of the catalogue without loading anything, and how it changes. ``CachedProductLoader`` offers it.
///
/// Implementations are safe to use from any thread; no method suspends.
public protocol ProductObserving: Sendable {
    /// The products of a category (`nil`: all) as they are cached now, for a first frame; `nil` when they are not.
    func cachedProducts(in category: ProductCategory?) -> CachedValue<[Product]>?

    /// A product as it is cached now, for a first frame; `nil` when it is not.
    func cachedProduct(id: String) -> CachedValue<Product>?

    /// The cached products of a category from now on, beginning with what is cached: the newest only, for a slow reader.
    ///
    /// When the account changes, the stream says ``CacheManagement/CacheUpdate/cleared`` and goes on with the new
    /// account. It ends when its task is cancelled or it is dropped.
    func productsUpdates(in category: ProductCategory?) -> AsyncStream<CacheUpdate<[Product]>>

    /// A cached product from now on, like ``productsUpdates(in:)``.
    func productUpdates(id: String) -> AsyncStream<CacheUpdate<Product>>
}
