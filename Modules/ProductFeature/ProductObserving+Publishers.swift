public import CacheManagement
public import CombineShim

/// The streams of ``ProductObserving`` as publishers: one observation per subscriber, the newest update for a slow one.
extension ProductObserving {
    /// ``productsUpdates(in:)`` as a publisher.
    public func productsUpdatesPublisher(
        in category: ProductCategory? = nil
    ) -> AnyPublisher<CacheUpdate<[Product]>, Never> {
        StreamPublisher { self.productsUpdates(in: category) }.eraseToAnyPublisher()
    }

    /// ``productUpdates(id:)`` as a publisher.
    public func productUpdatesPublisher(id: String) -> AnyPublisher<CacheUpdate<Product>, Never> {
        StreamPublisher { self.productUpdates(id: id) }.eraseToAnyPublisher()
    }
}
