package import CacheManagement
public import Foundation
public import NetworkTransfer

/// Why the todos could not be had or changed.
public enum TodoError: Error, Sendable {
    /// No todos module was registered in the dependency container.
    case notConfigured
    /// There is no todo with this identifier.
    case notFound(id: String)
    /// The server could not be asked, or did not answer as it should; the cause says why and whether a retry makes
    /// sense.
    case transfer(NetworkTransferError)
    /// Nothing is cached, and the fetch policy forbids loading.
    case notCached
    /// The account's data was cleared, or another account signed in, while the caller waited.
    case cleared
    /// The caller's own task was cancelled.
    case cancelled

    /// The error of a todo's request.
    package init(_ error: NetworkTransferError, todoID: String? = nil) {
        switch error {
        case .cancelled: self = .cancelled
        case .status(let response) where response.statusCode == 404:
            self = todoID.map { .notFound(id: $0) } ?? .transfer(error)
        default: self = .transfer(error)
        }
    }

    /// What a failed load means for what is stored: a refusal is shown, and for anything else the last good todos may
    /// stand in.
    @Sendable package static func classify(_ error: any Error) -> LoadFailure {
        guard case .transfer(.status(let response))? = error as? TodoError else { return .transient }
        return [401, 403].contains(response.statusCode) ? .permanent : .transient
    }
}

extension TodoError: InterruptibleError {
    package var interruption: LoadInterruption? {
        switch self {
        case .cancelled: .cancelled
        case .cleared: .cleared
        case .notConfigured, .notFound, .transfer, .notCached: nil
        }
    }
}

extension TodoError: CustomStringConvertible, LocalizedError {
    /// One line that says what happened; no field of a todo and no secret.
    public var description: String {
        switch self {
        case .notConfigured: "No todos module is registered"
        case .notFound(let id): "There is no todo \(id)"
        case .transfer(let error): error.description
        case .notCached: "No todos are cached"
        case .cleared: "The account changed while the todos were loading"
        case .cancelled: "Cancelled"
        }
    }

    /// The same line.
    public var errorDescription: String? { description }
}
