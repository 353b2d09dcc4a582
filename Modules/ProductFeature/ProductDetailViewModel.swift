public import CacheManagement
public import Observation

/// The state of a screen that shows one product and edits it.
@MainActor
@Observable
public final class ProductDetailViewModel {
    /// The product's identifier.
    public let id: String
    /// How many edits are on their way; they are shown already.
    private var runningEdits = 0
    /// Why the last edit failed; set it to `nil` when the user has seen it.
    public var editError: ProductError?

    private let useCase: any ProductUseCase
    private let observed: ObservedValue<Product, ProductError>

    /// A screen over `useCase` that shows what is cached at once.
    ///
    /// - Parameter preview: the product as a list has it, shown when nothing is cached.
    public init(id: String, useCase: any ProductUseCase, preview: Product? = nil) {
        self.id = id
        self.useCase = useCase
        observed = ObservedValue(
            .init(
                cached: { useCase.cachedProduct(id: id) },
                load: { (policy) throws(ProductError) in try await useCase.product(id: id, policy: policy) },
                updates: { useCase.productUpdates(id: id) }),
            preview: preview)
    }

    /// The product.
    public var product: ViewState<Product> { observed.state }

    /// Whether an edit is on its way; it is shown already.
    public var isSaving: Bool { runningEdits > 0 }

    /// Loads the product unless it is fresh, and follows its changes until the caller's task is cancelled.
    public func observe() async {
        await observed.observe()
    }

    /// Loads the product anew, whatever is cached; what is shown stays meanwhile, and stays if that fails.
    public func refresh() async {
        await observed.load(.networkOnly)
    }

    /// Changes the product: it shows at once and is taken back if the server does not accept it. Whether it did; if
    /// not, ``editError`` says why.
    @discardableResult
    public func edit(_ edit: ProductEdit) async -> Bool {
        runningEdits += 1
        defer { runningEdits -= 1 }
        editError = nil
        do throws(ProductError) {
            let product = try await useCase.edit(id: id, edit)
            observed.look(else: CachedValue(product, source: .network))
            return true
        } catch .cancelled {
            return false
        } catch {
            editError = error
            return false
        }
    }
}
