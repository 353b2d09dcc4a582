package import CacheManagement
public import Foundation
public import NetworkTransfer

/// Why the contacts could not be shown or changed. Each case keeps its cause.
public enum ContactsError: Error, Sendable {
    /// The call failed: no connection, a status that is no success, or an answer that cannot be read.
    case transfer(NetworkTransferError)
    /// The server does not know the contact or request that was to be changed.
    case notFound(Contact.ID)
    /// Nothing is cached, and the caller asked for cached contacts only.
    case notCached
    /// The account changed or the cache was cleared while the caller waited; what arrived was dropped.
    case cleared
    /// The caller's own task was cancelled.
    case cancelled
    /// No contacts module was registered in the dependency container.
    case notConfigured
    /// A cause of no other kind.
    case unexpected(any Error)
}

extension ContactsError {
    /// The error for a failed read, or for a failed change of a contact.
    init(_ error: CacheError, changing id: Contact.ID? = nil) {
        switch error {
        case .loading(let cause), .committing(let cause): self.init(cause: cause, changing: id)
        case .notCached: self = .notCached
        case .cleared: self = .cleared
        case .cancelled: self = .cancelled
        case .clearing(let cause): self = .unexpected(cause)
        }
    }

    private init(cause: any Error, changing id: Contact.ID?) {
        switch (cause, id) {
        case (NetworkTransferError.cancelled, _):
            // A caller that was not cancelled waited for work that a clear has ended.
            self = Task.isCancelled ? .cancelled : .cleared
        case (NetworkTransferError.status(let response), let id?) where response.statusCode == 404:
            self = .notFound(id)
        case (let error as NetworkTransferError, _): self = .transfer(error)
        case (let error as CacheError, _): self.init(error, changing: id)
        default: self = .unexpected(cause)
        }
    }
}

extension ContactsError: InterruptibleError {
    package var interruption: LoadInterruption? {
        switch self {
        case .cancelled: .cancelled
        case .cleared: .cleared
        case .transfer, .notFound, .notCached, .notConfigured, .unexpected: nil
        }
    }
}

extension ContactsError: CustomStringConvertible, LocalizedError {
    /// One line that says what happened.
    public var description: String {
        switch self {
        case .transfer(let error): error.description
        case .notFound(let id): "There is no contact or request \(id)"
        case .notCached: "No contacts are cached"
        case .cleared: "The account changed while the contacts were loading"
        case .cancelled: "Cancelled"
        case .notConfigured: "No contacts module is registered"
        case .unexpected(let error): "Contacts failed: \(error)"
        }
    }

    /// The same line.
    public var errorDescription: String? { description }
}
