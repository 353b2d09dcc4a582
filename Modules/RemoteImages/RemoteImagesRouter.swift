public import Foundation
public import Networking

/// The endpoint of the images.
public enum RemoteImagesRouter: NetworkRequestRouter, Hashable {
    /// An image on the app's own server.
    case named(String)
    /// An image at a URL; whether it may be loaded is decided before.
    case url(URL)

    /// The name of the call.
    public var operation: String { "images.fetch" }

    /// The path below the base URL.
    public var path: String {
        switch self {
        case .named(let name): "/images/\(PercentEncoding.segment(name))"
        case .url: ""
        }
    }

    /// The URL of an image elsewhere.
    public var fullURL: URL? {
        switch self {
        case .named: nil
        case .url(let url): url
        }
    }

    /// The method of the call.
    public var methodType: HTTPMethod { .get }

    /// The known formats are asked for.
    public var headers: HTTPHeaders {
        ["Accept": ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")]
    }
}
