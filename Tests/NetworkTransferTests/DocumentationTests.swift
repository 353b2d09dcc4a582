import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

// A module's whole use of the network, as its author would write it: router, middleware stack, handling of errors.

private enum NotesRouter: NetworkRequestRouter {
    case list(tag: String?)
    case rename(id: String, title: String)

    var operation: String { if case .list = self { "notes.list" } else { "notes.rename" } }
    var path: String {
        switch self {
        case .list: "/notes"
        case .rename(let id, _): "/notes/\(PercentEncoding.segment(id))"
        }
    }
    var methodType: HTTPMethod { if case .list = self { .get } else { .patch } }
    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var queryItems: [URLQueryItem] {
        if case .list(let tag?) = self { [URLQueryItem(name: "tag", value: tag)] } else { [] }
    }
    var body: HTTPBody? { if case .rename(_, let title) = self { .json(["title": title]) } else { nil } }
}

private struct Note: Codable, Sendable, Equatable {
    var id: String
    var title: String
}

private func notesService(base: URL, transport: any NetworkSession, token: String) -> any NetworkTransferService {
    let stack: [any NetworkMiddleware] = [
        RetryMiddleware(), AuthenticationMiddleware(credential: Credential(token: token)) { old in old },
        ConcurrencyLimitMiddleware(perHost: 4),
    ]
    return DefaultNetworkTransferService(
        configuration: NetworkConfiguration(baseURL: base, timeouts: NetworkTimeouts(total: .seconds(20))),
        session: MiddlewareSession(transport, stack))
}

private func titles(_ service: any NetworkTransferService) async -> String {
    do throws(NetworkTransferError) {
        return try await service.fetchCodable([Note].self, NotesRouter.list(tag: "a+b")).map(\.title).joined(
            separator: ", ")
    } catch {
        switch error {
        case .status(let response) where response.statusCode == 404: return "no such list"
        case .noResponse(let cause) where cause.isRetryable: return "try again later"
        case .cancelled: return ""
        default: return error.description
        }
    }
}

@Suite("A module from router to errors")
struct DocumentationTests {
    @Test("It sends what it says and tells its errors apart", .timeLimit(.minutes(1)))
    func example() async throws {
        try await FaultServer.run { connection, request in
            switch (request.method, request.target) {
            case ("GET", "/v1/notes?tag=a%2Bb"): try connection.respond(200, text: #"[{"id": "1", "title": "One"}]"#)
            case ("PATCH", "/v1/notes/a%2Fb"): try connection.respond(200, body: request.body)
            default: try connection.respond(404)
            }
        } _: { server in
            let transport = URLSessionNetworkSession()
            let service = notesService(base: server.url("/v1/"), transport: transport, token: "t")
            #expect(await titles(service) == "One")
            let renamed: [String: String] = try await service.fetchCodable(NotesRouter.rename(id: "a/b", title: "Two"))
            #expect(renamed == ["title": "Two"])
            #expect(server.requests.allSatisfy { $0.headers("Authorization") == ["Bearer t"] })
            #expect(
                await titles(notesService(base: server.url("/v2"), transport: transport, token: "t")) == "no such list")
        }
    }
}
