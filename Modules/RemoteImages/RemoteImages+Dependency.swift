public import CacheManagement
public import DependencyContainer

extension ModuleID {
    /// The images module, as it is named in `HARMONY_DATA`.
    public static let images: ModuleID = "images"
}

extension Signal {
    /// Images changed on the server: what is cached of them is stale.
    public static let imagesNeedReload: Signal = "images.need-reload"
}

/// The key of the image service.
public enum RemoteImageServiceKey: DependencyKey {
    /// Its calls throw ``RemoteImageError/notConfigured``.
    public static var unconfigured: any RemoteImageService { UnconfiguredRemoteImageService() }
}

extension DependencyContainer {
    /// The image service: `@Injected(\.remoteImageService)`.
    public var remoteImageService: any RemoteImageService { self[RemoteImageServiceKey.self] }
}
