public import Foundation
public import Networking

/// What a mock could not do. It reaches a caller as the cause of a ``NetworkError`` of kind `unknown`, because features
/// must not tell a mock from a server; only saving and loading a cassette throw it directly.
public enum MockTransportError: Error, Sendable {
    /// The fixture of an operation could not be read; the loader's own error says why.
    case fixture(operation: String, underlying: any Error)
    /// The fixture is JSON, but not of the shape that the operation has.
    case fixtureShape(operation: String, expected: String)
    /// The cassette has no answer to this request.
    case notRecorded(String)
    /// A cassette could not be written or read; the platform's error says why.
    case cassette(path: String, underlying: any Error)
}

extension MockTransportError: ExplainedError, CustomStringConvertible, LocalizedError {
    /// One line for a person.
    public var description: String {
        switch self {
        case .fixture(_, let underlying): "\(underlying)"
        case .fixtureShape(let operation, let expected): "The fixture of \(operation) is not \(expected)"
        case .notRecorded(let request): "The cassette has no answer to \(request)"
        case .cassette(let path, let underlying): "The cassette \(path) cannot be used: \(underlying)"
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
