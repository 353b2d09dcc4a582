package import CacheManagement
public import Foundation
public import NetworkTransfer
import Networking

/// Why an image could not be had. Each case keeps its cause.
public enum RemoteImageError: Error, Sendable {
    /// No images module was registered in the dependency container.
    case notConfigured
    /// The text is neither an image's name nor a URL of one.
    case invalidAddress
    /// The URL's origin is neither the app's own nor permitted; nothing was sent.
    case forbiddenOrigin(URL)
    /// The server has no such image.
    case notFound
    /// What the server sent is no image of a known format; it called it so.
    case notAnImage(contentType: String?)
    /// The image has more bytes than one may have.
    case tooLarge(limit: Int)
    /// The call failed: no connection, or a status that is no success.
    case transfer(NetworkTransferError)
    /// The image is not cached, and the fetch policy forbids loading.
    case notCached
    /// The account changed or the cache was cleared while the caller waited; what arrived was dropped.
    case cleared
    /// The caller's own task was cancelled.
    case cancelled
    /// A cause of no other kind.
    case unexpected(any Error)
}

extension RemoteImageError {
    /// The error of a request.
    init(_ error: NetworkTransferError) {
        switch error {
        case .cancelled: self = .cancelled
        case .status(let response) where [404, 410].contains(response.statusCode): self = .notFound
        case .noResponse(let cause):
            if case .bodyTooLarge(let limit) = cause.kind { self = .tooLarge(limit: limit) } else { fallthrough }
        default: self = .transfer(error)
        }
    }

    /// The error of a cached read.
    init(_ error: CacheError) {
        switch error {
        case .loading(let cause), .committing(let cause):
            switch cause as? RemoteImageError {
            // A load that was given up: only a clear does that to those who wait.
            case .cancelled? where !Task.isCancelled: self = .cleared
            case let known?: self = known
            case nil: self = .unexpected(cause)
            }
        case .cancelled: self = .cancelled
        case .cleared: self = .cleared
        case .notCached: self = .notCached
        case .clearing(let cause): self = .unexpected(cause)
        }
    }

    /// What a failed load means for what is cached: an image that is gone is forgotten, and so is one that is none any
    /// more; a refusal is shown; for anything else the last good image may stand in.
    @Sendable static func classify(_ error: any Error) -> LoadFailure {
        switch error as? RemoteImageError {
        case .notFound?, .notAnImage?, .tooLarge?: .negative
        case .transfer(.status(let response))? where [401, 403].contains(response.statusCode): .permanent
        default: .transient
        }
    }
}

extension RemoteImageError: InterruptibleError {
    package var interruption: LoadInterruption? {
        switch self {
        case .cancelled: .cancelled
        case .cleared: .cleared
        case .notConfigured, .invalidAddress, .forbiddenOrigin, .notFound, .notAnImage, .tooLarge, .transfer,
            .notCached,
            .unexpected:
            nil
        }
    }
}

extension RemoteImageError: CustomStringConvertible, LocalizedError {
    /// One line that says what happened; of a URL only the host, because the rest may hold a secret.
    public var description: String {
        switch self {
        case .notConfigured: "No images module is registered"
        case .invalidAddress: "This is no address of an image"
        case .forbiddenOrigin(let url): "Images of \(url.host() ?? "that server") are not permitted"
        case .notFound: "There is no such image"
        case .notAnImage(let type): "The server sent no image but \(type ?? "something else")"
        case .tooLarge(let limit): "The image has more than \(limit) bytes"
        case .transfer(let error): error.description
        case .notCached: "The image is not cached"
        case .cleared: "The account changed while the image was loading"
        case .cancelled: "Cancelled"
        case .unexpected(let error): "Images failed: \(error)"
        }
    }

    /// The same line.
    public var errorDescription: String? { description }
}
