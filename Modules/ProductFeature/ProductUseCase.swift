public import CacheManagement

/// What the product screens need. Implementations are safe to use from any thread.
public protocol ProductUseCase: ProductLoading, ProductObserving {}

/// The products of a stack of loaders, and what its cache knows.
public struct DefaultProductUseCase: ProductUseCase {
    private let loader: any ProductLoading
    private let cache: any ProductObserving

    /// A use case over a stack of loaders.
    ///
    /// - Parameters:
    ///   - loader: the top of the stack.
    ///   - cache: the cache inside the stack.
    public init(loader: any ProductLoading, cache: any ProductObserving) {
        self.loader = loader
        self.cache = cache
    }

    /// The products of the stack.
    public func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> {
        try await loader.products(in: category, policy: policy)
    }

    /// The product of the stack.
    public func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        try await loader.product(id: id, policy: policy)
    }

    /// Edits through the stack; an edit that makes no sense is refused before.
    public func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
        try edit.validate()
        return try await loader.edit(id: id, edit)
    }

    /// What the cache holds of a category.
    public func cachedProducts(in category: ProductCategory?) -> CachedValue<[Product]>? {
        cache.cachedProducts(in: category)
    }

    /// What the cache holds of a product.
    public func cachedProduct(id: String) -> CachedValue<Product>? {
        cache.cachedProduct(id: id)
    }

    /// The cache's updates of a category.
    public func productsUpdates(in category: ProductCategory?) -> AsyncStream<CacheUpdate<[Product]>> {
        cache.productsUpdates(in: category)
    }

    /// The cache's updates of a product.
    public func productUpdates(id: String) -> AsyncStream<CacheUpdate<Product>> {
        cache.productUpdates(id: id)
    }
}

/// The use case of an app that registered none: each call throws ``ProductError/notConfigured``.
struct UnconfiguredProductUseCase: ProductUseCase {
    func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> { throw .notConfigured }
    func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        throw .notConfigured
    }
    func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product { throw .notConfigured }
    func cachedProducts(in category: ProductCategory?) -> CachedValue<[Product]>? { nil }
    func cachedProduct(id: String) -> CachedValue<Product>? { nil }
    func productsUpdates(in category: ProductCategory?) -> AsyncStream<CacheUpdate<[Product]>> { .finished }
    func productUpdates(id: String) -> AsyncStream<CacheUpdate<Product>> { .finished }
}

extension AsyncStream {
    fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
