public import CombineShim

extension LoadingCache {
    /// ``updates(for:)`` as a publisher: one observation per subscriber, the newest update for a slow one.
    public func updatesPublisher(for key: CacheKey<ID>) -> AnyPublisher<CacheUpdate<Value>, Never> {
        StreamPublisher { self.updates(for: key) }.eraseToAnyPublisher()
    }

    /// The values of ``updatesPublisher(for:)``, without their origin; that one was removed or cleared does not show.
    public func valuePublisher(for key: CacheKey<ID>) -> AnyPublisher<Value, Never> {
        updatesPublisher(for: key).compactMap(\.value).eraseToAnyPublisher()
    }
}
