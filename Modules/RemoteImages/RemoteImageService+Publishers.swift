public import CacheManagement
public import CombineShim
import NetworkTransfer

/// The calls of ``RemoteImageService`` as publishers: each does what the call of the same name does, anew for each
/// subscriber.
///
/// Values come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
extension RemoteImageService {
    /// ``image(at:policy:)`` as a publisher; cancelling the subscription cancels the call.
    public func imagePublisher(
        at address: RemoteImageAddress, policy: FetchPolicy = .cacheFirst
    ) -> AnyPublisher<CachedValue<RemoteImage>, RemoteImageError> {
        asyncPublisher { () async throws(RemoteImageError) in try await self.image(at: address, policy: policy) }
    }

    /// ``updates(at:)`` as a publisher: one observation per subscriber, the newest update for a slow one.
    public func updatesPublisher(at address: RemoteImageAddress) -> AnyPublisher<CacheUpdate<RemoteImage>, Never> {
        StreamPublisher { self.updates(at: address) }.eraseToAnyPublisher()
    }
}
