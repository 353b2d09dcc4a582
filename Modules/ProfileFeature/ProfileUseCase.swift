public import CacheManagement

/// What the profile screens need. Implementations are safe to use from any thread or actor.
public protocol ProfileUseCase: Sendable {
    /// The profile with its origin; see ``UserProfileRepository/profile(_:)``.
    func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile>
    /// What is cached, for a screen's first frame; see ``UserProfileRepository/cached()``.
    func cached() -> CachedValue<UserProfile>?
    /// The profile from now on; see ``UserProfileRepository/updates()``.
    func updates() -> AsyncStream<CacheUpdate<UserProfile>>
    /// Changes the profile on all screens at once; see ``UserProfileRepository/update(_:)``. Spaces around the name are
    /// dropped. Throws ``ProfileError/invalidEdit(_:)`` for an edit that changes nothing or leaves no name.
    func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile
}

/// The use case over a repository.
public struct DefaultProfileUseCase: ProfileUseCase {
    private let repository: any UserProfileRepository

    /// A use case that reads and changes through `repository`.
    public init(repository: any UserProfileRepository) {
        self.repository = repository
    }

    /// The profile of the repository.
    public func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile> {
        try await repository.profile(policy)
    }

    /// What the repository has cached.
    public func cached() -> CachedValue<UserProfile>? { repository.cached() }

    /// The repository's updates.
    public func updates() -> AsyncStream<CacheUpdate<UserProfile>> { repository.updates() }

    /// Makes the change in the repository, if it makes sense.
    public func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile {
        try await repository.update(edit.checked())
    }
}

/// Stands in where no profile module was registered: every call fails with ``ProfileError/notConfigured``.
struct UnconfiguredProfileUseCase: ProfileUseCase {
    func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile> { throw .notConfigured }
    func cached() -> CachedValue<UserProfile>? { nil }
    func updates() -> AsyncStream<CacheUpdate<UserProfile>> { AsyncStream { nil } }
    func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile { throw .notConfigured }
}
