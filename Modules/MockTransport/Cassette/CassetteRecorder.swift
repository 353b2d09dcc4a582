import Foundation
import ModuleSupport
public import Networking

/// Middleware that records what goes over a session, mock or real.
///
/// ```swift
/// let recorder = CassetteRecorder()
/// let session = MiddlewareSession(transport, [recorder])
/// // …
/// try recorder.cassette.save(to: file)
/// ```
///
/// Credentials, cookies and whatever is named like a secret are replaced before anything is kept. A streamed response is
/// recorded when it was read to its end; errors are not recorded. Safe to use from any thread.
public final class CassetteRecorder: NetworkMiddleware {
    private let redaction: Redaction
    private let interactions = Locked<[Cassette.Interaction]>([])

    /// A recorder without exchanges.
    public init(redaction: Redaction = .standard) {
        self.redaction = redaction
    }

    /// What has been recorded up to now.
    public var cassette: Cassette { Cassette(interactions: interactions.withLock { $0 }) }

    /// Passes the request on and records its answer.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let response = try await next(request)
        // Read after the request was sent: a body that can be read once only belongs to the transport.
        let isReadable = request.body?.isReplayable ?? false
        let body = isReadable ? try await request.body?.bytes() ?? Data() : Data()
        return response.whenFinished(keeping: request.maximumBodyBytes) { [self] end in
            // A part of an answer would play as the whole of it.
            guard end.error == nil, end.prefix.count == end.count else { return }
            record(request, body, response.head, end.prefix)
        }
    }

    private func record(_ request: NetworkRequest, _ body: Data, _ head: NetworkResponse.Head, _ data: Data) {
        let interaction = Cassette.Interaction(
            operation: request.operation,
            request: Cassette.Request(request, body: body, redaction),
            response: Cassette.Response(
                statusCode: head.statusCode, headers: redaction.recordedHeaders(head.headers),
                body: redaction.recordedBody(data, contentType: head.headers["Content-Type"])))
        interactions.withLock { $0.append(interaction) }
    }
}

extension Cassette.Request {
    /// A request as it is recorded, which is also how it is found again.
    init(_ request: NetworkRequest, body: Data, _ redaction: Redaction) {
        self.init(
            method: request.method.rawValue, url: redaction.url(request.url),
            headers: redaction.recordedHeaders(request.headers),
            body: redaction.recordedBody(body, contentType: request.headers["Content-Type"]))
    }
}
