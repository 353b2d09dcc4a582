public import CacheManagement

/// What the screens need to show images. Implementations are safe to use from any thread or actor.
public protocol RemoteImageService: Sendable {
    /// The image at an address, cached or loaded, as `policy` says. Callers that want the same image at the same time
    /// cost one call; cancelling one leaves the others alone.
    func image(
        at address: RemoteImageAddress, policy: FetchPolicy
    ) async throws(RemoteImageError) -> CachedValue<RemoteImage>
    /// The image if it is cached, stale or not, without suspending; for a screen's first frame.
    func cachedImage(at address: RemoteImageAddress) -> CachedValue<RemoteImage>?
    /// The image from now on, in whatever account is current.
    func updates(at address: RemoteImageAddress) -> AsyncStream<CacheUpdate<RemoteImage>>
    /// Loads what is not fresh, at low priority and without waiting: for the rows that come next in a list. Addresses
    /// that may not be loaded are skipped.
    func prefetch(_ addresses: [RemoteImageAddress])
}

extension RemoteImageService {
    /// The image, from the cache while it is fresh.
    public func image(at address: RemoteImageAddress) async throws(RemoteImageError) -> CachedValue<RemoteImage> {
        try await image(at: address, policy: .cacheFirst)
    }
}

/// Stands in where no images module was registered: every call fails with ``RemoteImageError/notConfigured``.
struct UnconfiguredRemoteImageService: RemoteImageService {
    func image(
        at address: RemoteImageAddress, policy: FetchPolicy
    ) async throws(RemoteImageError) -> CachedValue<RemoteImage> { throw .notConfigured }
    func cachedImage(at address: RemoteImageAddress) -> CachedValue<RemoteImage>? { nil }
    func updates(at address: RemoteImageAddress) -> AsyncStream<CacheUpdate<RemoteImage>> { .finished }
    func prefetch(_ addresses: [RemoteImageAddress]) {}
}

extension AsyncStream {
    /// A stream without elements.
    static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
