/// Turns a router into a response: the step between other modules of this package and a session. Outside packages use
/// the transfer service instead and cannot name this one.
package protocol NetworkService: Sendable {
    /// Builds and sends the router's request, off the caller's actor.
    func response(for router: any NetworkRequestRouter) async throws(NetworkError) -> NetworkResponse
    /// The same, with the body as a stream.
    func stream(for router: any NetworkRequestRouter) async throws(NetworkError) -> NetworkStream
    /// The router's request, for what neither of the two covers.
    func request(for router: any NetworkRequestRouter) throws(NetworkError) -> NetworkRequest
    /// What requests are sent through.
    var session: any NetworkSession { get }
}

/// The service over a session and a configuration.
package struct DefaultNetworkService: NetworkService {
    private let configuration: NetworkConfiguration
    package let session: any NetworkSession

    /// Sends through `session` what is built with `configuration`.
    package init(configuration: NetworkConfiguration, session: any NetworkSession) {
        self.configuration = configuration
        self.session = session
    }

    // `@concurrent`: encoding a body and each step of the middleware would else run on the caller's actor, for a view
    // model the main one.
    @concurrent
    package func response(for router: any NetworkRequestRouter) async throws(NetworkError) -> NetworkResponse {
        try await session.response(for: request(for: router))
    }

    @concurrent
    package func stream(for router: any NetworkRequestRouter) async throws(NetworkError) -> NetworkStream {
        try await session.stream(for: request(for: router))
    }

    package func request(for router: any NetworkRequestRouter) throws(NetworkError) -> NetworkRequest {
        try NetworkRequest(router: router, configuration: configuration)
    }
}
