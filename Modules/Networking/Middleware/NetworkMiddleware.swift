/// The rest of the way: the next middleware, and at the end the session.
public typealias NetworkNext = @Sendable (NetworkRequest) async throws(NetworkError) -> NetworkResponse

/// One concern around every request: it may change the request, answer by itself, call `next` again, or look at the
/// response.
///
/// Whole and streamed requests pass through the same method. For a streamed one the response has the head and a body
/// that is still arriving (``NetworkResponse/Content/stream(_:)``); middleware that works on heads serves both without
/// knowing.
public protocol NetworkMiddleware: Sendable {
    /// Handles one request. Called concurrently; cancellation of the caller's task reaches `next` by itself.
    func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse
}

/// A session wrapped in middleware, the first outermost. It is a session, so stacks compose.
public struct MiddlewareSession: NetworkSession {
    private let whole: NetworkNext
    private let streamed: NetworkNext

    /// Wraps `base`; the first of `middleware` sees a request first and its response last.
    public init(_ base: any NetworkSession, _ middleware: [any NetworkMiddleware]) {
        whole = Self.chain(middleware) { (request) throws(NetworkError) in
            try await base.response(for: request)
        }
        streamed = Self.chain(middleware) { (request) throws(NetworkError) in
            let stream = try await base.stream(for: request)
            return NetworkResponse(head: stream.head, content: .stream(stream))
        }
    }

    /// Sends the request and gives the whole response; see ``NetworkSession``.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let response = try await whole(request)
        guard case .stream(let stream) = response.content else { return response }
        let body = try await stream.collect(upTo: request.maximumBodyBytes)
        return NetworkResponse(head: response.head, content: .whole(body))
    }

    /// Sends the request and gives the head first; see ``NetworkSession``.
    public func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream {
        NetworkStream(try await streamed(request))
    }

    private static func chain(_ middleware: [any NetworkMiddleware], _ last: @escaping NetworkNext) -> NetworkNext {
        var next = last
        for middleware in middleware.reversed() {
            let inner = next
            next = { (request) throws(NetworkError) in try await middleware.intercept(request, next: inner) }
        }
        return next
    }
}
