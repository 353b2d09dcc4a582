import Foundation
import MockData
import MockTransport
import Networking
import Testing

extension MockAPI {
    /// The server over the shipped fixtures.
    static func shipped() -> MockAPI {
        MockAPI(
            fixtures: { try MockData.fixture(operation: $0, account: $1) }, images: { try MockData.image(named: $0) })
    }
}

/// A question to the API, to be asked of any transport.
struct Question: Sendable, CustomStringConvertible {
    var method: HTTPMethod
    var target: String
    var account: String? = "alice"
    var headers: HTTPHeaders = [:]
    var body: String?

    init(
        _ method: HTTPMethod, _ target: String, _ body: String? = nil, account: String? = "alice",
        headers: HTTPHeaders = [:]
    ) {
        self.method = method
        self.target = target
        self.account = account
        self.headers = headers
        self.body = body
    }

    var description: String { "\(method) \(target) \(body ?? "") (\(account ?? "nobody"))" }

    func request(base: String = "http://mock.invalid") throws -> NetworkRequest {
        var headers = headers
        if let account { headers["Authorization"] = "Bearer \(account)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        return NetworkRequest(
            operation: "question", method: method, url: try #require(URL(string: base + target)), headers: headers,
            body: body.map { .data(Data($0.utf8), contentType: "application/json") })
    }
}

extension NetworkSession {
    func ask(
        _ method: HTTPMethod, _ target: String, _ body: String? = nil, account: String? = "alice",
        headers: HTTPHeaders = [:], base: String = "http://mock.invalid"
    ) async throws -> NetworkResponse {
        let question = Question(method, target, body, account: account, headers: headers)
        return try await response(for: question.request(base: base))
    }
}

extension NetworkResponse {
    var json: JSONValue? { JSONValue(body) }

    /// The ids of the objects in a list.
    func ids(_ member: String) -> [String] {
        json?[member]?.array?.compactMap { $0["id"]?.string } ?? []
    }
}
