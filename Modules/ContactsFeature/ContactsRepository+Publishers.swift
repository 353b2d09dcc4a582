public import CacheManagement
public import CombineShim
import NetworkTransfer

/// The calls of ``ContactsRepository`` as publishers: each does what the call of the same name does, anew for each subscriber.
///
/// Values come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
extension ContactsRepository {
    /// The lists that are cached, now and after every change, in whatever account is current. That nothing is cached any
    /// more does not show; ``updatesPublisher`` tells.
    public var contactsPublisher: AnyPublisher<ContactsSnapshot, Never> {
        updatesPublisher.compactMap(\.value).eraseToAnyPublisher()
    }

    /// ``updates()`` as a publisher: one observation per subscriber, the newest update for a slow one.
    public var updatesPublisher: AnyPublisher<CacheUpdate<ContactsSnapshot>, Never> {
        StreamPublisher { self.updates() }.eraseToAnyPublisher()
    }

    /// ``contacts(_:)`` as a publisher; cancelling the subscription cancels the call.
    public func contactsPublisher(_ policy: FetchPolicy) -> AnyPublisher<CachedValue<ContactsSnapshot>, ContactsError> {
        asyncPublisher { () async throws(ContactsError) in try await self.contacts(policy) }
    }

    /// ``perform(_:)`` as a publisher; cancelling the subscription takes the change back.
    public func performPublisher(_ change: ContactChange) -> AnyPublisher<Void, ContactsError> {
        asyncPublisher { () async throws(ContactsError) in try await self.perform(change) }
    }
}
