public import CacheManagement
public import Observation

/// The state of one image on a screen.
@MainActor
@Observable
public final class RemoteImageModel {
    private let observed: ObservedValue<RemoteImage, RemoteImageError>

    /// An image that shows at once when it is cached.
    ///
    /// - Parameters:
    ///   - address: the text in which other modules have it, as in `/images/x.png`. A text that is no address shows as a
    ///     failure when it is to be loaded.
    ///   - service: where it comes from.
    public init(address text: String, service: any RemoteImageService) {
        let address = Result { () throws(RemoteImageError) in try RemoteImageAddress(text) }
        observed = ObservedValue(
            .init(
                cached: { (try? address.get()).flatMap(service.cachedImage(at:)) },
                load: { (policy) throws(RemoteImageError) in
                    try await service.image(at: address.get(), policy: policy)
                },
                updates: { (try? address.get()).map(service.updates(at:)) ?? .finished }))
    }

    /// The image's bytes; decoding and scaling them is the app's.
    public var image: ViewState<RemoteImage> { observed.state }

    /// Loads the image unless it is fresh, and follows its changes until the caller's task is cancelled.
    public func observe() async { await observed.observe() }

    /// Loads the image anew, whatever is cached; what is shown stays meanwhile, and stays if that fails.
    public func refresh() async { await observed.load(.networkOnly) }
}
