import Foundation
import Networking
import TestSupport
import Testing

/// What nginx serves when all is well.
@Suite("nginx: responses", .enabled(if: Nginx.isInstalled, "\(Nginx.missing)"), .timeLimit(.minutes(2)))
struct NginxResponseTests {
    private let session = URLSessionNetworkSession()

    private func send(
        _ method: HTTPMethod = .get, _ path: String, headers: HTTPHeaders = [:], body: HTTPBody? = nil
    ) async throws -> NetworkResponse {
        let url = try await Nginx.shared.value.url(path)
        return try await session.response(
            for: NetworkRequest(operation: "nginx.send", method: method, url: url, headers: headers, body: body))
    }

    @Test("A file comes with its length, validators and bytes")
    func file() async throws {
        let response = try await send(.get, "/small")
        #expect(response.statusCode == 200)
        #expect(response.body == Data(Nginx.small.utf8))
        #expect(response.headers["Content-Length"] == "\(Nginx.small.utf8.count)")
        #expect(response.headers["ETag"] != nil && response.headers["Last-Modified"] != nil)
    }

    @Test("HEAD gives the head of the file, and does not wait for its body")
    func head() async throws {
        let response = try await send(.head, "/small")
        #expect(response.statusCode == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Length"] == "\(Nginx.small.utf8.count)")
    }

    @Test("gzip is asked for and taken off")
    func gzip() async throws {
        let response = try await send(.get, "/gzip/small")
        #expect(response.headers["Content-Encoding"] == "gzip")
        #expect(response.body == Data(Nginx.small.utf8))
    }

    @Test("The server's own validators give 304 without a body, by tag and by date")
    func notModified() async throws {
        let first = try await send(.get, "/small").headers
        let tag = try await send(.get, "/small", headers: ["If-None-Match": first["ETag"] ?? ""])
        #expect(tag.statusCode == 304 && tag.body.isEmpty)
        let date = try await send(.get, "/small", headers: ["If-Modified-Since": first["Last-Modified"] ?? ""])
        #expect(date.statusCode == 304 && date.body.isEmpty)
        #expect(try await send(.get, "/small", headers: ["If-None-Match": "\"other\""]).statusCode == 200)
    }

    @Test("A range is answered by 206, one beyond the end by 416")
    func ranges() async throws {
        let part = try await send(.get, "/small", headers: ["Range": "bytes=2-6"])
        #expect(part.statusCode == 206)
        #expect(part.headers["Content-Range"] == "bytes 2-6/\(Nginx.small.utf8.count)")
        #expect(String(decoding: part.body, as: UTF8.self) == "small")
        #expect(try await send(.get, "/small", headers: ["Range": "bytes=999999-"]).statusCode == 416)
    }

    @Test("A file of 5 MB is uploaded byte for byte, and progress ends at its size")
    func upload() async throws {
        let content = FaultServer.pattern(5_000_000)
        let name = UUID().uuidString
        let nginx = try await Nginx.shared.value
        let steps = Recorder<TransferProgress>()
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "upload")
            try content.write(to: file)
            let request = NetworkRequest(
                operation: "nginx.put", method: .put, url: nginx.url("/put/\(name)"), body: .file(file)
            ).onUploadProgress { steps.append($0) }
            #expect(try await session.response(for: request).statusCode == 201)
        }
        #expect(try Data(contentsOf: nginx.file(name)) == content)
        #expect(steps.values.last == TransferProgress(completed: 5_000_000, total: 5_000_000))
        #expect(steps.values.map(\.completed) == steps.values.map(\.completed).sorted())
    }

    @Test("A body that the server refuses by its size gives the status")
    func tooLarge() async throws {
        let response = try await send(.post, "/seen", body: .data(Data(count: 2_000_000)))
        #expect(response.statusCode == 413)
    }

    @Test("A body of more bytes than allowed is stopped")
    func bodyLimit() async throws {
        let url = try await Nginx.shared.value.url("/small")
        let error = await #expect(throws: NetworkError.self) {
            try await session.response(for: NetworkRequest(operation: "nginx.limit", url: url, maximumBodyBytes: 100))
        }
        #expect(error?.kind == .bodyTooLarge(limit: 100))
    }
}
