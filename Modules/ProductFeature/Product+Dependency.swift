public import CacheManagement
public import DependencyContainer

extension ModuleID {
    /// The products, for the data switch.
    public static let products: ModuleID = "products"
}

extension Signal {
    /// The catalogue changed elsewhere: what is cached of it is stale.
    public static let productsNeedReload: Signal = "products.need-reload"
}

/// Names the products' use case in a container.
public enum ProductUseCaseKey: DependencyKey {
    /// A use case whose calls throw ``ProductError/notConfigured``.
    public static var unconfigured: any ProductUseCase { UnconfiguredProductUseCase() }
}

extension DependencyContainer {
    /// What the product screens need.
    public var productUseCase: any ProductUseCase { self[ProductUseCaseKey.self] }
}
