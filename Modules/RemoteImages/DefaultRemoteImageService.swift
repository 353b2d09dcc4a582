public import CacheManagement

/// Images from memory while they are fresh, and from their servers when they are not.
///
/// The cache is limited by the bytes of the images. Images of one account are never found under another.
public final class DefaultRemoteImageService: RemoteImageService {
    private let loader: RemoteImageLoader
    private let cache: LoadingCache<RemoteImageAddress, RemoteImage>
    private let scope: @Sendable () -> CacheScope

    /// A service over a loader; the other parameters are those of ``RemoteImagesModule``.
    init(
        loader: RemoteImageLoader, scope: @escaping @Sendable () -> CacheScope, policy: CachePolicy, cacheBytes: Int,
        clock: any Clock<Duration>
    ) {
        self.loader = loader
        self.scope = scope
        cache = LoadingCache(
            name: "images", policy: policy, limits: CacheLimits(cost: cacheBytes), currentScope: scope,
            attributes: { CacheAttributes(cost: $1.data.count) }, clock: clock
        ) { key in
            try await loader.load(key.id)
        }
    }

    /// The cache, for the service that clears them all.
    var managedCache: any ManagedCache { cache }

    /// The image, cached or loaded, as `policy` says.
    ///
    /// - Throws: ``RemoteImageError/forbiddenOrigin(_:)`` before anything is sent, if the address may not be loaded.
    public func image(
        at address: RemoteImageAddress, policy: FetchPolicy
    ) async throws(RemoteImageError) -> CachedValue<RemoteImage> {
        _ = try loader.route(to: address)
        let key = key(address)
        do throws(CacheError) {
            let result = try await cache.result(for: key, policy: policy)
            // The account may have changed between the load and this caller's turn.
            guard key.scope == scope() else { throw .cleared }
            return result
        } catch {
            throw RemoteImageError(error)
        }
    }

    /// What the cache holds.
    public func cachedImage(at address: RemoteImageAddress) -> CachedValue<RemoteImage>? {
        cache.cachedValue(for: key(address))
    }

    /// The updates of the cache, in whatever account is current.
    public func updates(at address: RemoteImageAddress) -> AsyncStream<CacheUpdate<RemoteImage>> {
        cache.updates(for: address, followingScope: scope)
    }

    /// Loads what is not fresh, without waiting.
    public func prefetch(_ addresses: [RemoteImageAddress]) {
        cache.prefetch(addresses.filter { (try? loader.route(to: $0)) != nil }.map(key))
    }

    /// Marks all images of the current account as stale; those that a screen shows are loaded anew, once.
    func invalidateAll() {
        cache.invalidateAll(in: scope())
    }

    private func key(_ address: RemoteImageAddress) -> CacheKey<RemoteImageAddress> { CacheKey(address, in: scope()) }
}
