import CacheManagement
import Foundation
import MockTransport
import ModuleSupport
import NetworkTransfer
import Networking
import RemoteImages
import TestSupport

extension CacheScope {
    static let alice = CacheScope(account: "alice", dataSource: "mock")
    static let bob = CacheScope(account: "bob", dataSource: "mock")
}

extension RemoteImage {
    /// A picture of so many bytes, told from others by its last one.
    static func png(bytes: Int = 100, last: UInt8 = 0) -> Data {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Data(repeating: 0, count: bytes - 9) + [last]
    }
}

/// The module over a transport that a test programs, with a clock that stands still.
struct ImagesFixture {
    static let baseURL = URL(string: "https://api.example.org/v1")!

    let module: RemoteImagesModule
    let clock = ManualClock()
    let signals = SignalService()
    let scope: Box<CacheScope>
    /// The requests that reached the app's own server, and those that reached others.
    let requests = Recorder<NetworkRequest>()
    let externalRequests = Recorder<NetworkRequest>()

    var service: any RemoteImageService { module.service }

    init(
        cacheBytes: Int = 1 << 20, maximumBytes: Int = 10_000, policy: CachePolicy = .images,
        external: [String] = [], handler: @escaping NetworkNext
    ) {
        let requests = requests
        let externalRequests = externalRequests
        let scope = Box(CacheScope.alice)
        self.scope = scope
        let session = MockNetworkSession { (request) throws(NetworkError) in
            requests.append(request)
            return try await handler(request)
        }
        let externalSession = MockNetworkSession { (request) throws(NetworkError) in
            externalRequests.append(request)
            return try await handler(request)
        }
        var configuration = NetworkConfiguration(baseURL: Self.baseURL, headers: ["Authorization": "Bearer alice"])
        configuration = configuration.overridden(by: RemoteImagesModule.configuration(maximumBytes: maximumBytes))
        module = RemoteImagesModule(
            service: DefaultNetworkTransferService(configuration: configuration, session: session),
            scope: { scope.value }, signals: signals, baseURL: Self.baseURL,
            external: external.isEmpty
                ? nil
                : ExternalImages(
                    origins: external.compactMap { URL(string: $0) },
                    service: DefaultNetworkTransferService(
                        configuration: NetworkConfiguration(), session: externalSession)),
            maximumBytes: maximumBytes, cacheBytes: cacheBytes, policy: policy, clock: clock)
    }

    /// A module whose server has every picture, of so many bytes.
    static func serving(bytes: Int = 100, cacheBytes: Int = 1 << 20, policy: CachePolicy = .images) -> ImagesFixture {
        ImagesFixture(cacheBytes: cacheBytes, policy: policy) { NetworkResponse(request: $0, body: .png(bytes: bytes)) }
    }
}

extension Data {
    static func png(bytes: Int = 100, last: UInt8 = 0) -> Data { RemoteImage.png(bytes: bytes, last: last) }
}

extension NetworkResponse {
    init(request: NetworkRequest, body: Data) {
        self.init(request: request, statusCode: 200, headers: ["Content-Type": "image/png"], body: body)
    }
}

/// The error that `body` throws, as text, or `nil`.
func thrown(by body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return "\(error)"
    }
}
