package import CacheManagement
public import Foundation
public import NetworkTransfer

/// Why the profile could not be shown or changed. Each case keeps its cause.
public enum ProfileError: Error, Sendable {
    /// No profile module was registered in the dependency container.
    case notConfigured
    /// The edit cannot be sent as it is; nothing was.
    case invalidEdit(EditFault)
    /// The call failed: no connection, a status that is no success, or an answer that cannot be read.
    case transfer(NetworkTransferError)
    /// Nothing is cached, and the fetch policy forbids loading.
    case notCached
    /// The account changed or the cache was cleared while the caller waited; what arrived was dropped.
    case cleared
    /// The caller's own task was cancelled.
    case cancelled
    /// A cause of no other kind.
    case unexpected(any Error)

    /// What is wrong with an edit.
    public enum EditFault: Sendable, Hashable {
        /// It changes nothing.
        case noChange
        /// The new name is blank.
        case blankName
    }

    /// The error of a cached read or change.
    package init(_ error: CacheError) {
        switch error {
        case .loading(let cause), .committing(let cause):
            switch cause as? NetworkTransferError {
            // Work that was given up although its caller was not: only a clear does that.
            case .cancelled?: self = Task.isCancelled ? .cancelled : .cleared
            case let known?: self = .transfer(known)
            case nil: self = .unexpected(cause)
            }
        case .cancelled: self = .cancelled
        case .cleared: self = .cleared
        case .notCached: self = .notCached
        case .clearing(let cause): self = .unexpected(cause)
        }
    }

    /// What a failed load means for what is cached: a refusal is shown, and for anything else the last good profile
    /// may stand in.
    @Sendable package static func classify(_ error: any Error) -> LoadFailure {
        guard case NetworkTransferError.status(let response) = error else { return .transient }
        return [401, 403].contains(response.statusCode) ? .permanent : .transient
    }
}

extension ProfileError: InterruptibleError {
    package var interruption: LoadInterruption? {
        switch self {
        case .cancelled: .cancelled
        case .cleared: .cleared
        case .notConfigured, .invalidEdit, .transfer, .notCached, .unexpected: nil
        }
    }
}

extension ProfileError: CustomStringConvertible, LocalizedError {
    /// One line that says what happened; no field of the profile and no secret.
    public var description: String {
        switch self {
        case .notConfigured: "No profile module is registered"
        case .invalidEdit(.noChange): "The edit changes nothing"
        case .invalidEdit(.blankName): "The name must not be blank"
        case .transfer(let error): error.description
        case .notCached: "No profile is cached"
        case .cleared: "The account changed while the profile was loading"
        case .cancelled: "Cancelled"
        case .unexpected(let error): "Profile failed: \(error)"
        }
    }

    /// The same line.
    public var errorDescription: String? { description }
}
