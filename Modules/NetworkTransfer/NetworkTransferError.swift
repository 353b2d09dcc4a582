public import Foundation
public import Networking

/// Why a call gave no value. Each case keeps its cause; no description holds a body or a secret.
public enum NetworkTransferError: Error, Sendable {
    /// No response came; the cause says why and whether a retry makes sense.
    case noResponse(NetworkError)
    /// The status is not 2xx.
    case status(FailureResponse)
    /// The body is not what the caller wants to decode.
    case parsing(ParsingFailure)
    /// A body was needed and there was none.
    case emptyBody(NetworkResponse.Head)
    /// Local data could not be had.
    case localData(LocalDataFailure)
    /// The caller's task was cancelled.
    case cancelled

    /// What could not be decoded.
    public struct ParsingFailure: Sendable {
        /// The wanted type.
        public let type: String
        /// The operation, or the name of the local data.
        public let operation: String
        /// The response's status; `nil` for local data.
        public let statusCode: Int?
        /// The first bytes of the body, at most ``FailureResponse/bodyLimit``.
        public let bodyPrefix: Data
        /// The decoder's error, usually a `DecodingError`.
        public let underlying: any Error
    }

    /// Which local data was missing, and why.
    public struct LocalDataFailure: Sendable {
        /// The name that was asked for.
        public let name: String
        /// The source's error; `nil` when the service has no local data at all.
        public let underlying: (any Error)?
    }

    /// The transfer error for a failed request.
    public static func resolve(networkError: NetworkError) -> NetworkTransferError {
        networkError.kind == .cancelled ? .cancelled : .noResponse(networkError)
    }

    /// Whether the same call may succeed when it is made again: faults of the way, and 408, 429, 500, 502, 503, 504.
    public var isRetryable: Bool {
        switch self {
        case .noResponse(let error): error.isRetryable
        case .status(let response): [408, 429, 500, 502, 503, 504].contains(response.statusCode)
        case .parsing, .emptyBody, .localData, .cancelled: false
        }
    }
}

extension NetworkTransferError: CustomStringConvertible, LocalizedError {
    /// Text for people and logs; holds no secret.
    public var description: String {
        switch self {
        case .noResponse(let error): error.description
        case .status(let response): "\(response.head.operation) answered with status \(response.statusCode)"
        case .parsing(let failure): "The body of \(failure.operation) is no \(failure.type): \(failure.place)"
        case .emptyBody(let head): "\(head.operation) answered \(head.statusCode) without a body"
        case .localData(let failure):
            failure.underlying.map { "No local data named \(failure.name): \($0)" }
                ?? "No local data named \(failure.name): the service has none"
        case .cancelled: "Cancelled"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension NetworkTransferError.ParsingFailure {
    /// Where decoding stopped, without the values found there.
    var place: String {
        let context: DecodingError.Context
        let fault: String
        switch underlying as? DecodingError {
        case .keyNotFound(let key, let found): (fault, context) = ("no value for \"\(key.stringValue)\"", found)
        case .valueNotFound(_, let found): (fault, context) = ("null", found)
        case .typeMismatch(let type, let found): (fault, context) = ("not a \(type)", found)
        case .dataCorrupted(let found): (fault, context) = ("malformed", found)
        default: return "it cannot be decoded"
        }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return path.isEmpty ? fault : "\(fault) at \(path.joined(separator: "."))"
    }
}
