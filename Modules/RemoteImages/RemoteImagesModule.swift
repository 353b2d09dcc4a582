public import CacheManagement
public import Foundation
public import NetworkTransfer
public import Networking

/// The images feature, put together: what a composition root makes once and keeps.
public struct RemoteImagesModule: Sendable {
    /// What the screens use.
    public let service: any RemoteImageService
    /// The feature's caches, to be registered with the `CacheManagementService`.
    public let caches: [any ManagedCache]
    private let reload: SignalBinding

    /// Puts the feature together.
    ///
    /// - Parameters:
    ///   - service: makes the calls to the app's own server, or to a mock. Made with ``configuration(maximumBytes:)`` it
    ///     stops an image that is too large while it arrives.
    ///   - scope: the account and data source that are current now. Called often, from any thread; must be quick.
    ///   - signals: where ``CacheManagement/Signal/imagesNeedReload`` is listened to.
    ///   - baseURL: the app's own server; URLs of its origin are loaded through `service`.
    ///   - external: where else images may be loaded from; `nil`: nowhere.
    ///   - maximumBytes: how many bytes one image may have.
    ///   - cacheBytes: how many bytes the images in memory may have together. An image of more than a quarter of them is
    ///     delivered and not kept.
    ///   - policy: how long images serve.
    ///   - clock: what ages are measured on.
    public init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        baseURL: URL? = nil, external: ExternalImages? = nil, maximumBytes: Int = Self.defaultMaximumBytes,
        cacheBytes: Int = 64 << 20, policy: CachePolicy = .images, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let loader = RemoteImageLoader(
            service: service, baseURL: baseURL, external: external, maximumBytes: maximumBytes)
        let images = DefaultRemoteImageService(
            loader: loader, scope: scope, policy: policy, cacheBytes: cacheBytes, clock: clock)
        self.service = images
        caches = [images.managedCache]
        reload = signals.bind(.imagesNeedReload) { images.invalidateAll() }
    }

    /// The bytes that one image may have unless the app says otherwise: 10 MiB.
    public static let defaultMaximumBytes = 10 << 20

    /// What the module lays over the app's network configuration.
    public static func configuration(maximumBytes: Int = defaultMaximumBytes) -> NetworkConfiguration {
        NetworkConfiguration(maximumBodyBytes: maximumBytes)
    }

    /// The model of one image on a screen.
    ///
    /// - Parameter address: the text in which other modules have it, as in `/images/x.png`.
    @MainActor
    public func makeRemoteImageModel(address: String) -> RemoteImageModel {
        RemoteImageModel(address: address, service: service)
    }
}

extension CachePolicy {
    /// Images are fresh for an hour, and the last good one stands in for a week when the server cannot be asked. That
    /// there is no image is remembered for five minutes.
    public static var images: CachePolicy {
        CachePolicy(
            freshFor: .seconds(60 * 60), staleIfError: .seconds(7 * 24 * 60 * 60), negativeFor: .seconds(5 * 60),
            classify: RemoteImageError.classify)
    }
}
