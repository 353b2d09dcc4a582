import Foundation
import ModuleSupport
public import Networking

/// A server in the test's hands: it answers by a function, and fails an operation for as long as a test says so.
public final class FakeServer: Sendable {
    /// Answers one request by a status and a body.
    public typealias Routes = @Sendable (NetworkRequest) -> (status: Int, json: String)

    /// How the server fails instead of answering.
    public enum Fault: Sendable {
        /// No answer at all.
        case network(NetworkError.Kind)
        /// A status without a body.
        case status(Int)
        /// Status 200 and some other body.
        case body(String)
    }

    private let routes: Routes
    private let faults = Locked<[String: Fault]>([:])

    /// A server that answers by `routes`.
    public init(_ routes: @escaping Routes) {
        self.routes = routes
    }

    /// Makes an operation fail until it is set to `nil`.
    public func fail(_ operation: String, _ fault: Fault?) {
        faults.withLock { $0[operation] = fault }
    }

    /// The answer to one request.
    public func answer(_ request: NetworkRequest) throws(NetworkError) -> NetworkResponse {
        switch faults.withLock({ $0[request.operation] }) {
        case .network(let kind): throw NetworkError(kind, request: request)
        case .status(let code): return NetworkResponse(request: request, statusCode: code)
        case .body(let text): return NetworkResponse(request: request, statusCode: 200, body: Data(text.utf8))
        case nil:
            let (status, json) = routes(request)
            return NetworkResponse(request: request, statusCode: status, body: Data(json.utf8))
        }
    }
}
