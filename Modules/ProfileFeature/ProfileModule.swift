public import CacheManagement
public import NetworkTransfer

/// The profile feature, put together: what a composition root makes once and keeps.
///
/// To switch the account or the data source, let `scope` answer the new scope first and then clear the former one with
/// `CacheManagementService.clear(_:)`.
public struct ProfileModule: Sendable {
    /// The single source of truth.
    public let repository: any UserProfileRepository
    /// What the screens use.
    public let useCase: any ProfileUseCase
    /// The feature's caches, to be registered with the `CacheManagementService`.
    public let caches: [any ManagedCache]

    /// Puts the feature together.
    ///
    /// - Parameters:
    ///   - service: makes the calls, to the real server or to a mock.
    ///   - scope: the account and data source that are current now. Called often, from any thread; must be quick.
    ///   - signals: where ``CacheManagement/Signal/profileNeedsReload`` is listened to.
    ///   - policy: how long the profile is fresh and may stand in, ``CacheManagement/CachePolicy/disabled`` for no
    ///     caching at all.
    ///   - clock: what ages are measured on.
    public init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy = .profile, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let repository = DefaultUserProfileRepository(
            service: service, scope: scope, signals: signals, policy: policy, clock: clock)
        self.repository = repository
        useCase = DefaultProfileUseCase(repository: repository)
        caches = [repository.managedCache]
    }

    /// The view model of the profile screen.
    @MainActor public func makeProfileViewModel() -> ProfileViewModel { .init(useCase: useCase) }
}

extension CachePolicy {
    /// The profile is fresh for fifteen minutes, and the last good one stands in for a week when the server cannot be
    /// asked, but not when it refuses the account (401, 403).
    public static var profile: CachePolicy {
        CachePolicy(
            freshFor: .seconds(15 * 60), staleIfError: .seconds(7 * 24 * 60 * 60), classify: ProfileError.classify)
    }
}
