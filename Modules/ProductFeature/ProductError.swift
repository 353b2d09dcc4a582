package import CacheManagement
public import Foundation
public import NetworkTransfer

/// Why the catalogue could not answer.
public enum ProductError: Error, Sendable {
    /// No products module was registered in the dependency container.
    case notConfigured
    /// The edit cannot be sent as it is; nothing was.
    case invalidEdit(EditFault)
    /// There is no product with this identifier.
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
    /// A cause of no other kind.
    case unexpected(any Error)

    /// What is wrong with an edit.
    public enum EditFault: Sendable, Hashable {
        /// It changes nothing.
        case noChange
        /// The new name is blank.
        case blankName
        /// The new price is below zero.
        case negativePrice
        /// The new stock is below zero.
        case negativeStock
    }

    /// The error of a product's request.
    package init(_ error: NetworkTransferError, productID: String? = nil) {
        switch error {
        case .cancelled: self = .cancelled
        case .status(let response) where response.statusCode == 404:
            self = productID.map { .notFound(id: $0) } ?? .transfer(error)
        default: self = .transfer(error)
        }
    }

    /// The error of a cached read or edit.
    package init(_ error: CacheError) {
        switch error {
        case .loading(let cause), .committing(let cause):
            switch cause as? ProductError {
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

    /// What a failed load means for what is cached: a product that is gone is forgotten, a refusal is shown, and for
    /// anything else the last good value may stand in.
    @Sendable package static func classify(_ error: any Error) -> LoadFailure {
        switch error as? ProductError {
        case .notFound?: .negative
        case .transfer(.status(let response))? where [401, 403].contains(response.statusCode): .permanent
        default: .transient
        }
    }

    /// Whether the catalogue may have changed although the edit failed.
    package var leavesOutcomeOpen: Bool {
        switch self {
        case .notConfigured, .invalidEdit: false
        case .notFound, .transfer, .notCached, .cleared, .cancelled, .unexpected: true
        }
    }
}

extension ProductError: InterruptibleError {
    package var interruption: LoadInterruption? {
        switch self {
        case .cancelled: .cancelled
        case .cleared: .cleared
        case .notConfigured, .invalidEdit, .notFound, .transfer, .notCached, .unexpected: nil
        }
    }
}

extension ProductError: CustomStringConvertible, LocalizedError {
    /// One line that says what happened; no field of a product and no secret.
    public var description: String {
        switch self {
        case .notConfigured: "No products module is registered"
        case .invalidEdit(.noChange): "The edit changes nothing"
        case .invalidEdit(.blankName): "The name must not be blank"
        case .invalidEdit(.negativePrice): "The price must not be negative"
        case .invalidEdit(.negativeStock): "The stock must not be negative"
        case .notFound(let id): "There is no product \(id)"
        case .transfer(let error): error.description
        case .notCached: "No such products are cached"
        case .cleared: "The account changed while the products were loading"
        case .cancelled: "Cancelled"
        case .unexpected(let error): "Products failed: \(error)"
        }
    }

    /// The same line.
    public var errorDescription: String? { description }
}
