public import CacheManagement
public import CombineShim
import NetworkTransfer

/// The calls of ``ProfileUseCase`` as publishers: each does what the call of the same name does, anew for each subscriber.
///
/// Values come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
extension ProfileUseCase {
    /// The profile that is cached, now and after every change, in whatever account is current. That nothing is cached any
    /// more does not show; ``updatesPublisher`` tells.
    public var profilePublisher: AnyPublisher<UserProfile, Never> {
        updatesPublisher.compactMap(\.value).eraseToAnyPublisher()
    }

    /// ``updates()`` as a publisher: one observation per subscriber, the newest update for a slow one.
    public var updatesPublisher: AnyPublisher<CacheUpdate<UserProfile>, Never> {
        StreamPublisher { self.updates() }.eraseToAnyPublisher()
    }

    /// ``profile(_:)`` as a publisher; cancelling the subscription cancels the call.
    public func profilePublisher(_ policy: FetchPolicy) -> AnyPublisher<CachedValue<UserProfile>, ProfileError> {
        asyncPublisher { () async throws(ProfileError) in try await self.profile(policy) }
    }

    /// ``update(_:)`` as a publisher; cancelling the subscription takes the change back.
    public func updatePublisher(_ edit: UserProfileEdit) -> AnyPublisher<UserProfile, ProfileError> {
        asyncPublisher { () async throws(ProfileError) in try await self.update(edit) }
    }
}
