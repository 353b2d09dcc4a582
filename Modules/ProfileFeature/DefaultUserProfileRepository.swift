public import CacheManagement
import NetworkTransfer

/// The repository over a transfer service and a cache of its own.
public final class DefaultUserProfileRepository: UserProfileRepository {
    private typealias Cache = LoadingCache<String, UserProfile>

    private let service: any NetworkTransferService
    private let source: Source
    private let reloading: SignalBinding

    /// The cache, seen through the current scope. Apart from the repository, so that the signal's action holds it
    /// without holding the repository.
    private struct Source: Sendable {
        let cache: Cache
        let scope: @Sendable () -> CacheScope

        var key: CacheKey<String> { CacheKey("profile", in: scope()) }

        /// What the signal asks for. Without anything cached there is nothing to put right: the next read loads anyway.
        func reload() async {
            let key = key
            cache.invalidate(key)
            if cache.cachedValue(for: key) != nil { _ = try? await cache.result(for: key) }
        }
    }

    /// A repository whose calls go through `service`; the other parameters are those of ``ProfileModule``.
    init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy, clock: any Clock<Duration>
    ) {
        let cache = Cache(name: "profile", policy: policy, currentScope: scope, clock: clock) { _ in
            try await service.fetchCodable(UserProfileDTO.self, ProfileRouter.show).toDomain()
        }
        let source = Source(cache: cache, scope: scope)
        self.service = service
        self.source = source
        reloading = signals.bind(.profileNeedsReload) { await source.reload() }
    }

    /// The cache, for the service that clears them all.
    var managedCache: any ManagedCache { source.cache }

    /// The profile, cached or loaded, as `policy` says.
    public func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile> {
        let key = source.key
        do throws(CacheError) {
            let result = try await source.cache.result(for: key, policy: policy)
            // The account may have changed between the load and this caller's turn.
            guard key.scope == source.scope() else { throw .cleared }
            return result
        } catch {
            throw ProfileError(error)
        }
    }

    /// What the cache holds.
    public func cached() -> CachedValue<UserProfile>? {
        source.cache.cachedValue(for: source.key)
    }

    /// The updates of the cache, in whatever account is current.
    public func updates() -> AsyncStream<CacheUpdate<UserProfile>> {
        source.cache.updates(for: source.key.id, followingScope: source.scope)
    }

    /// Shows the change, sends it, and takes it back if that fails.
    public func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile {
        let key = source.key
        do throws(CacheError) {
            let profile = try await source.cache.optimisticUpdate(
                of: key, apply: edit.applied(to:),
                answer: {
                    try await service.fetchCodable(UserProfileDTO.self, ProfileRouter.update(edit)).toDomain()
                })
            guard key.scope == source.scope() else { throw .cleared }
            return profile
        } catch {
            throw ProfileError(error)
        }
    }
}
