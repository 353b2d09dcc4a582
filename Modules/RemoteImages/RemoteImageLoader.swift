import Foundation
import NetworkTransfer
import Networking

/// Loads images from the servers that are permitted, and lets through nothing but images.
struct RemoteImageLoader: Sendable {
    let service: any NetworkTransferService
    /// The app's own server; `nil` when it is not known, and then no URL has its origin.
    let baseURL: URL?
    let external: ExternalImages?
    let maximumBytes: Int

    /// Who makes the call for an address.
    ///
    /// The app's service sends the app's credentials, so only its own origin is asked through it.
    ///
    /// - Throws: ``RemoteImageError/forbiddenOrigin(_:)`` when nobody may.
    func route(
        to address: RemoteImageAddress
    ) throws(RemoteImageError) -> (service: any NetworkTransferService, router: RemoteImagesRouter) {
        switch address {
        case .named(let name): return (service, .named(name))
        case .url(let url):
            if let baseURL, baseURL.hasSameOrigin(as: url) { return (service, .url(url)) }
            guard let external, external.permits(url) else { throw .forbiddenOrigin(url) }
            return (external.service, .url(url))
        }
    }

    /// Loads an image. The size is checked once more here, for a service that was not told of the limit.
    func load(_ address: RemoteImageAddress) async throws(RemoteImageError) -> RemoteImage {
        let (service, router) = try route(to: address)
        let response: SuccessResponse
        do throws(NetworkTransferError) {
            response = try await service.fetchResponse(router)
        } catch {
            throw RemoteImageError(error)
        }
        guard response.body.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        guard let image = RemoteImage(response.body) else {
            throw .notAnImage(contentType: response.headers["Content-Type"])
        }
        return image
    }
}
