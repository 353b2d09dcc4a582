import Foundation
import ModuleSupport
public import Networking

/// A transport that answers from a cassette.
///
/// A request is found by its method, its path and query, its body, and whether it is conditional; the host does not
/// count, so what was recorded from one server plays under any base URL. Several answers to the same request come in
/// the order of the recording, and the last of them stays. A request that was not recorded is
/// ``MockTransportError/notRecorded(_:)`` as the cause of the error. Safe to use from any thread.
public final class CassettePlayer: NetworkSession {
    private struct Key: Hashable {
        var method: String
        var target: Substring
        var body: Cassette.Body?
        var isConditional: Bool

        init(_ request: Cassette.Request) {
            method = request.method
            target = request.url.firstRange(of: "://").map { request.url[$0.upperBound...] } ?? request.url[...]
            target = target.drop { $0 != "/" }
            body = request.body
            isConditional = request.headers.contains {
                ["if-none-match", "if-modified-since"].contains($0.name.lowercased())
            }
        }
    }

    private let redaction: Redaction
    /// The answers still to come, the next one first; the last is never removed.
    private let answers: Locked<[Key: ArraySlice<Cassette.Response>]>

    /// A transport over a cassette.
    ///
    /// - Parameter redaction: The one that the cassette was recorded with: a secret in a request is replaced before the
    ///   request is looked up.
    public init(_ cassette: Cassette, redaction: Redaction = .standard) {
        self.redaction = redaction
        answers = Locked(
            Dictionary(grouping: cassette.interactions) { Key($0.request) }.mapValues { $0.map(\.response)[...] })
    }

    /// Answers one request; see ``NetworkSession``.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await request.exchange { (request) throws(NetworkError) in
            let body = try await request.body?.bytes() ?? Data()
            let asked = Cassette.Request(request, body: body, redaction)
            guard let answer = next(Key(asked)) else {
                let cause = MockTransportError.notRecorded("\(asked.method) \(asked.url)")
                throw NetworkError(.unknown, request: request, underlying: cause)
            }
            let fields = answer.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
            return NetworkResponse(
                request: request, statusCode: answer.statusCode, headers: HTTPHeaders(fields),
                body: answer.body?.data ?? Data())
        }
    }

    private func next(_ key: Key) -> Cassette.Response? {
        answers.withLock { answers in
            guard let answer = answers[key]?.first else { return nil }
            if answers[key]?.count ?? 0 > 1 { answers[key]?.removeFirst() }
            return answer
        }
    }
}
