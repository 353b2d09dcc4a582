public import Foundation
public import Networking

/// Gives the JSON that answers an operation (`contacts.list`) for an account; `nil` is the default account.
public typealias FixtureLoader = @Sendable (_ operation: String, _ account: String?) throws -> Data

/// A transport that answers by calling a function, without a network.
///
/// ```swift
/// let session = MockNetworkSession { request in
///     NetworkResponse(request: request, statusCode: 200, body: Data("[]".utf8))
/// }
/// ```
///
/// It keeps the rules of a real transport: invalid requests are refused, a cancelled task gets `cancelled`, observers
/// hear of each step, bodies over the request's limit are an error. Requests are answered concurrently.
public struct MockNetworkSession: NetworkSession {
    private let handler: NetworkNext

    /// A transport over a function, which may throw any ``NetworkError`` in place of answering.
    public init(_ handler: @escaping NetworkNext) {
        self.handler = handler
    }

    /// A transport that answers each request with the fixture of its operation, status 200, and keeps no state; for a
    /// stateful one see ``MockAPI``. A fixture that cannot be read is a ``MockTransportError`` as the cause of the
    /// error.
    public static func fixtures(_ load: @escaping FixtureLoader) -> MockNetworkSession {
        MockNetworkSession { (request) throws(NetworkError) in
            do {
                let body = try load(request.operation, request.account)
                return NetworkResponse(
                    request: request, statusCode: 200, headers: ["Content-Type": "application/json"], body: body)
            } catch {
                let cause = MockTransportError.fixture(operation: request.operation, underlying: error)
                throw NetworkError(.unknown, request: request, underlying: cause)
            }
        }
    }

    /// Answers one request; see ``NetworkSession``.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await request.exchange(handler)
    }
}
