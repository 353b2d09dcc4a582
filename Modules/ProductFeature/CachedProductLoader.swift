public import CacheManagement

/// A decorator that answers from memory while products are fresh, and loads through another loader when they are not.
///
/// Screens that need the same products at the same time cost one call. An edit is written through to the loader below,
/// with the cached product changed at once, and changed back if the edit fails. Afterwards the product and all lists are
/// stale: the next read of each, or a screen that observes it, loads what the server has.
public final class CachedProductLoader: ProductLoading, ProductObserving {
    private let loader: any ProductLoading
    private let scope: @Sendable () -> CacheScope
    private let lists: LoadingCache<ProductCategory?, [Product]>
    private let details: LoadingCache<String, Product>

    /// A cache in front of `loader`.
    ///
    /// - Parameters:
    ///   - loader: asked for what is not cached.
    ///   - scope: whose data is current now; asked at each call, and part of each key.
    ///   - policy: how long products serve.
    ///   - clock: what ages are measured on.
    public init(
        _ loader: any ProductLoading, scope: @escaping @Sendable () -> CacheScope,
        policy: CachePolicy = .products, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.loader = loader
        self.scope = scope
        lists = LoadingCache(name: "products.list", policy: policy, currentScope: scope, clock: clock) { key in
            try await loader.products(in: key.id, policy: .networkOnly).value
        }
        details = LoadingCache(name: "products.detail", policy: policy, currentScope: scope, clock: clock) { key in
            try await loader.product(id: key.id, policy: .networkOnly).value
        }
    }

    /// What logout clears.
    public var caches: [any ManagedCache] { [lists, details] }

    /// The products from memory, or through the loader below, as `policy` says.
    public func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> {
        try await read(lists, category, policy)
    }

    /// The product from memory, or through the loader below, as `policy` says.
    public func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        try await read(details, id, policy)
    }

    /// Edits through the loader below; the change shows at once and is taken back if that fails.
    public func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
        let key = key(id)
        let outcome: Result<Product, ProductError>
        do throws(CacheError) {
            outcome = .success(
                try await details.optimisticUpdate(
                    of: key, apply: edit.applied(to:), answer: { try await loader.edit(id: id, edit) }))
        } catch {
            outcome = .failure(ProductError(error))
        }
        invalidate(after: outcome, key)
        guard key.scope == scope() else { throw .cleared }
        return try outcome.get()
    }

    /// Marks all products of the current account as stale; those that a screen observes are loaded anew, once.
    public func invalidateAll() {
        let scope = scope()
        lists.invalidateAll(in: scope)
        details.invalidateAll(in: scope)
    }

    /// What memory holds of a category, stale or not.
    public func cachedProducts(in category: ProductCategory?) -> CachedValue<[Product]>? {
        lists.cachedValue(for: key(category))
    }

    /// What memory holds of a product, stale or not.
    public func cachedProduct(id: String) -> CachedValue<Product>? {
        details.cachedValue(for: key(id))
    }

    /// The updates of the cache, in whatever account is current.
    public func productsUpdates(in category: ProductCategory?) -> AsyncStream<CacheUpdate<[Product]>> {
        lists.updates(for: category, followingScope: scope)
    }

    /// The updates of the cache, in whatever account is current.
    public func productUpdates(id: String) -> AsyncStream<CacheUpdate<Product>> {
        details.updates(for: id, followingScope: scope)
    }

    private func invalidate(after outcome: Result<Product, ProductError>, _ key: CacheKey<String>) {
        if case .failure(let error) = outcome, !error.leavesOutcomeOpen { return }
        lists.invalidateAll(in: key.scope)
        details.invalidate(key)
    }

    private func read<ID, Value>(
        _ cache: LoadingCache<ID, Value>, _ id: ID, _ policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<Value> {
        let key = key(id)
        do throws(CacheError) {
            let result = try await cache.result(for: key, policy: policy)
            // The account may have changed between the load and this caller's turn.
            guard key.scope == scope() else { throw .cleared }
            return result
        } catch {
            throw ProductError(error)
        }
    }

    private func key<ID>(_ id: ID) -> CacheKey<ID> { CacheKey(id, in: scope()) }
}
