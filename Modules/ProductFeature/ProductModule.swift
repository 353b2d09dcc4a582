public import CacheManagement
public import NetworkTransfer

/// The catalogue, put together: the server, the cache around it and, when asked for, a log around both.
public struct ProductModule: Sendable {
    /// What the screens use.
    public let useCase: any ProductUseCase
    /// What the composition root registers for clearing.
    public let caches: [any ManagedCache]
    private let reload: SignalBinding

    /// Puts the module together.
    ///
    /// - Parameters:
    ///   - service: the transfer service for ``DependencyContainer/ModuleID/products``.
    ///   - scope: whose data is current now; asked at each call.
    ///   - signals: where ``CacheManagement/Signal/productsNeedReload`` comes from.
    ///   - policy: how long products serve.
    ///   - clock: what ages and durations are measured on.
    ///   - log: gets an entry for each call of a screen; `nil` for no log.
    public init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy = .products, clock: any Clock<Duration> = ContinuousClock(),
        log: (@Sendable (ProductLogEntry) -> Void)? = nil
    ) {
        let cache = CachedProductLoader(
            APIProductLoader(service: service), scope: scope, policy: policy, clock: clock)
        let loader: any ProductLoading = log.map { LoggingProductLoader(cache, clock: clock, sink: $0) } ?? cache
        useCase = DefaultProductUseCase(loader: loader, cache: cache)
        caches = cache.caches
        reload = signals.bind(.productsNeedReload) { cache.invalidateAll() }
    }

    /// The model of the screen that lists products in tabs.
    @MainActor
    public func makeProductListViewModel() -> ProductListViewModel {
        ProductListViewModel(useCase: useCase)
    }

    /// The model of the screen of one product.
    ///
    /// - Parameter preview: the product as a list has it, shown until the product is loaded.
    @MainActor
    public func makeProductDetailViewModel(id: String, preview: Product? = nil) -> ProductDetailViewModel {
        ProductDetailViewModel(id: id, useCase: useCase, preview: preview)
    }
}

extension CachePolicy {
    /// Products are fresh for five minutes, and the last good ones stand in for a day when the server cannot be asked,
    /// but not when it refuses the account (401, 403). That a product does not exist is remembered for half a minute.
    public static var products: CachePolicy {
        CachePolicy(
            freshFor: .seconds(5 * 60), staleIfError: .seconds(24 * 60 * 60), negativeFor: .seconds(30),
            classify: ProductError.classify)
    }
}
