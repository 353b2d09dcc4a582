public import CacheManagement
public import Observation

/// The state of a screen that lists products, with a tab for each category and one for all.
///
/// A tab that was shown before is shown at once. The screen observes the selected tab:
///
///     ProductList(model).task(id: model.selected) { await model.observe() }
@MainActor
@Observable
public final class ProductListViewModel {
    /// The selected tab; `nil` is the one for all products.
    public private(set) var selected: ProductCategory?
    /// The other tabs, in the order of the catalogue; empty until all products were shown once.
    public private(set) var categories: [ProductCategory] = []

    private let useCase: any ProductUseCase
    private var observed: ObservedValue<[Product], ProductError>

    /// A screen over `useCase` that shows what is cached of all products at once.
    public init(useCase: any ProductUseCase) {
        self.useCase = useCase
        observed = Self.observed(nil, useCase)
        updateCategories()
    }

    /// The products of the selected tab, in the catalogue's order.
    public var products: ViewState<[Product]> { observed.state }

    /// Selects a tab and shows what is cached of it.
    public func select(_ category: ProductCategory?) {
        guard category != selected else { return }
        selected = category
        observed = Self.observed(category, useCase)
    }

    /// Loads the selected tab unless it is fresh, and follows its changes until the caller's task is cancelled.
    public func observe() async {
        await observed.observe { self.updateCategories() }
    }

    /// Loads the selected tab anew, whatever is cached; what is shown stays meanwhile, and stays if that fails.
    public func refresh() async {
        await observed.load(.networkOnly)
    }

    private static func observed(
        _ category: ProductCategory?, _ useCase: any ProductUseCase
    ) -> ObservedValue<[Product], ProductError> {
        ObservedValue(
            .init(
                cached: { useCase.cachedProducts(in: category) },
                load: { (policy) throws(ProductError) in try await useCase.products(in: category, policy: policy) },
                updates: { useCase.productsUpdates(in: category) }))
    }

    private func updateCategories() {
        guard selected == nil, let all = observed.state.value else { return }
        var seen: Set<ProductCategory> = []
        categories = all.map(\.category).filter { seen.insert($0).inserted }
    }
}
