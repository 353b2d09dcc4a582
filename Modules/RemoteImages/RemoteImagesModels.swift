public import Foundation
public import NetworkTransfer
import Networking

/// The bytes of an image, known to be of a format that can be shown. Decoding and scaling them is the app's.
public struct RemoteImage: Sendable, Hashable {
    /// The bytes as the server sent them.
    public let data: Data
    /// What they are.
    public let format: ImageFormat

    /// An image of the bytes, or `nil` when they are of no known format.
    public init?(_ data: Data) {
        guard let format = ImageFormat(of: data) else { return nil }
        self.data = data
        self.format = format
    }
}

/// Where an image is: a name on the app's own server, or a URL.
public enum RemoteImageAddress: Sendable, Hashable {
    /// The image of that name below `/images` of the module's base URL.
    case named(String)
    /// An image elsewhere. It is loaded only if its origin is the base URL's, or one that is permitted.
    case url(URL)

    /// Reads the text in which other modules have an image: `/images/x.png`, `x.png`, or an http or https URL.
    ///
    /// - Throws: ``RemoteImageError/invalidAddress`` for any other text.
    public init(_ text: String) throws(RemoteImageError) {
        if let scheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/)?.output {
            guard ["http:", "https:"].contains(scheme.lowercased()), let url = URL(string: text), url.host() != nil
            else { throw .invalidAddress }
            self = .url(url)
            return
        }
        let prefix = "/images/"
        let segment = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        guard !segment.contains(where: { "/?#\\".contains($0) }),
            let name = segment.removingPercentEncoding, !["", ".", ".."].contains(name)
        else { throw .invalidAddress }
        self = .named(name)
    }
}

/// Where images may be loaded from beside the app's own server, and how.
public struct ExternalImages: Sendable {
    private let origins: [URL]
    let service: any NetworkTransferService

    /// Permits some origins.
    ///
    /// - Parameters:
    ///   - origins: URLs whose scheme, host and port are permitted; the rest of them does not matter.
    ///   - service: makes the calls. It must send no credential of the app: not the one with the app's authentication.
    public init(origins: [URL], service: any NetworkTransferService) {
        self.origins = origins
        self.service = service
    }

    func permits(_ url: URL) -> Bool {
        origins.contains { $0.hasSameOrigin(as: url) }
    }
}
