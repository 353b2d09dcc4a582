public import CacheManagement
import NetworkTransfer

/// The repository over a transfer service and a cache of its own.
public final class DefaultUserProfileRepository: UserProfileRepository {
    private let service: any NetworkTransferService
    private let resource: ScopedResource<UserProfile>
    private let reloading: SignalBinding

    /// A repository whose calls go through `service`; the other parameters are those of ``ProfileModule``.
    init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy, clock: any Clock<Duration>
    ) {
        let cache = LoadingCache<String, UserProfile>(
            name: "profile", policy: policy, currentScope: scope, clock: clock
        ) { _ in
            try await service.fetchCodable(UserProfileDTO.self, ProfileRouter.show).toDomain()
        }
        let resource = ScopedResource(cache, id: "profile", scope: scope)
        self.service = service
        self.resource = resource
        reloading = signals.bind(.profileNeedsReload) { await resource.reload() }
    }

    /// The cache, for the service that clears them all.
    var managedCache: any ManagedCache { resource.cache }

    /// The profile, cached or loaded, as `policy` says.
    public func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile> {
        do throws(CacheError) {
            return try await resource.result(policy)
        } catch {
            throw ProfileError(error)
        }
    }

    /// What the cache holds.
    public func cached() -> CachedValue<UserProfile>? {
        resource.cached()
    }

    /// The updates of the cache, in whatever account is current.
    public func updates() -> AsyncStream<CacheUpdate<UserProfile>> {
        resource.updates()
    }

    /// Shows the change, sends it, and takes it back if that fails.
    public func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile {
        let key = resource.key
        do throws(CacheError) {
            let profile = try await resource.cache.optimisticUpdate(
                of: key, apply: edit.applied(to:),
                answer: {
                    try await service.fetchCodable(UserProfileDTO.self, ProfileRouter.update(edit)).toDomain()
                })
            guard resource.isCurrent(key) else { throw .cleared }
            return profile
        } catch {
            throw ProfileError(error)
        }
    }
}
