/// A transport: it sends one request and gives what came back. Everything else is ``NetworkMiddleware`` around it.
///
/// Any status is a response, not an error. Both methods end at once with ``NetworkError/Kind/cancelled`` when the
/// caller's task is cancelled. Sessions are safe to use from any thread.
public protocol NetworkSession: Sendable {
    /// Sends the request and gives the whole response.
    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse

    /// Sends the request and gives the head as soon as it is there, then the bytes as they arrive.
    func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream
}

extension NetworkSession {
    /// For sessions that have the whole body anyway: the response as a stream of one chunk.
    public func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream {
        NetworkStream(try await response(for: request))
    }
}
