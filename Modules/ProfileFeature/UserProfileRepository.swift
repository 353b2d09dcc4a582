public import CacheManagement

/// The single source of truth for the profile of whatever account is current when a method is called.
///
/// Implementations are safe to use from any thread or actor.
public protocol UserProfileRepository: Sendable {
    /// The profile with its origin: from the cache or loaded, as `policy` says.
    ///
    /// A fresh value is returned without suspending. Throws ``ProfileError/cleared`` when the account changed while the
    /// call waited, and ``ProfileError/cancelled`` at once when the caller's task is cancelled.
    func profile(_ policy: FetchPolicy) async throws(ProfileError) -> CachedValue<UserProfile>

    /// What is cached, stale or not; `nil` when nothing is. For a screen's first frame: it neither waits nor loads.
    func cached() -> CachedValue<UserProfile>?

    /// The profile from now on, beginning with what is cached: the newest only, for a slow reader.
    ///
    /// When the account changes, the stream says ``CacheManagement/CacheUpdate/cleared`` and goes on with the new
    /// account. It ends when its task is cancelled or it is dropped.
    func updates() -> AsyncStream<CacheUpdate<UserProfile>>

    /// Changes the profile: it shows at once, is sent, and is taken back if that fails. Gives the profile as the server
    /// has it now, which is then what is cached. A cancelled change is taken back here; whether the server has made it,
    /// the next load shows.
    func update(_ edit: UserProfileEdit) async throws(ProfileError) -> UserProfile
}
