import Foundation
import MockTransport
import ModuleSupport
import Networking
import TestSupport
import Testing

@Suite("Cassettes: record, keep without secrets, play again")
struct CassetteTests {
    private let canary = "c4n4ry-s3cret"

    @Test("what was recorded plays again, under any host, through a file")
    func roundTrip() async throws {
        let recorder = CassetteRecorder()
        let recorded = MiddlewareSession(MockAPI.shipped(), [recorder])
        let questions = [
            Question(.get, "/contacts"), Question(.get, "/products?category=books"),
            Question(.get, "/products?category=audio"), Question(.get, "/images/avatar-01.png"),
            Question(.patch, "/todos/a-todo-01", #"{"isDone": true}"#),
            Question(.patch, "/todos/a-todo-01", #"{"isDone": false}"#),
            Question(.get, "/products/none"), Question(.delete, "/contacts/a-001"),
        ]
        var answers: [NetworkResponse] = []
        for question in questions { answers.append(try await recorded.response(for: question.request())) }
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "session.json")
            try recorder.cassette.save(to: file)
            let cassette = try Cassette(contentsOf: file)
            #expect(cassette == recorder.cassette && cassette.interactions.count == questions.count)
            let player = CassettePlayer(cassette)
            // In another order: requests are told apart, not counted off.
            for (question, answer) in zip(questions, answers).reversed() {
                let played = try await player.response(for: question.request(base: "https://elsewhere.invalid:8443"))
                #expect(played.statusCode == answer.statusCode && played.body == answer.body, "\(question)")
                #expect(played.headers == answer.headers && played.url.host() == "elsewhere.invalid", "\(question)")
            }
        }
    }

    @Test("answers to the same request come in order, and the last one stays")
    func order() async throws {
        let recorder = CassetteRecorder()
        let recorded = MiddlewareSession(MockAPI.shipped(), [recorder])
        let id = try #require(try await recorded.ask(.get, "/contacts").ids("contacts").first)
        _ = try await recorded.ask(.delete, "/contacts/\(id)")
        _ = try await recorded.ask(.get, "/contacts")
        let player = CassettePlayer(recorder.cassette)
        #expect(try await player.ask(.get, "/contacts").ids("contacts").contains(id))
        for _ in 0..<3 { #expect(try await !player.ask(.get, "/contacts").ids("contacts").contains(id)) }
    }

    @Test("a 304 answers only a client that has a copy")
    func conditional() async throws {
        let recorder = CassetteRecorder()
        let recorded = MiddlewareSession(MockAPI.shipped(), [recorder])
        let tag = try #require(try await recorded.ask(.get, "/todos").headers["ETag"])
        _ = try await recorded.ask(.get, "/todos", headers: ["If-None-Match": tag])
        let player = CassettePlayer(recorder.cassette)
        for _ in 0..<2 { #expect(try await player.ask(.get, "/todos").statusCode == 200) }
        #expect(try await player.ask(.get, "/todos", headers: ["If-None-Match": tag]).statusCode == 304)
    }

    @Test("a request that was not recorded is an error that names it, without its secrets")
    func notRecorded() async throws {
        let player = CassettePlayer(Cassette())
        let error = try await #require(throws: NetworkError.self) {
            try await player.ask(.get, "/todos?token=\(canary)&page=2")
        }
        guard case .notRecorded(let text)? = error.underlying as? MockTransportError else {
            Issue.record("\(error)")
            return
        }
        #expect(text == "GET http://mock.invalid/todos?token=REDACTED&page=2")
    }

    @Test("no secret reaches the cassette or its file, wherever it stood; the rest does")
    func redaction() async throws {
        let secret = canary
        let server = MockNetworkSession { (request) throws(NetworkError) in
            var headers: HTTPHeaders = [
                "Content-Type": "application/json", "X-Session-Token": secret,
                "Location": "/next?api_key=\(secret)&n=1",
            ]
            headers.add("sid=\(secret); Secure", for: "Set-Cookie")
            headers.add("b=\(secret)", for: "set-cookie")
            let body = #"{"user": {"accessToken": "\#(secret)", "name": "Zoë"}, "list": [{"Password": "\#(secret)"}]}"#
            return NetworkResponse(request: request, statusCode: 200, headers: headers, body: Data(body.utf8))
        }
        let recorder = CassetteRecorder()
        let careless = CassetteRecorder(redaction: Redaction(headers: [], words: []))
        let session = MiddlewareSession(server, [recorder, careless])
        let url = try #require(URL(string: "http://mock.invalid/login?access_token=\(secret)&page=7#\(secret)"))
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(secret)", "Cookie": "sid=\(secret)", "X-API-Key": secret, "X-Plain": "kept",
        ]
        let bodies: [HTTPBody] = [
            .form([URLQueryItem(name: "password", value: secret), URLQueryItem(name: "user", value: "zoë")]),
            .data(Data(#"{"refresh_token": {"value": "\#(secret)"}, "user": "zoë"}"#.utf8), contentType: "text/plain"),
        ]
        for body in bodies {
            var headers = headers
            headers["Content-Type"] = body.contentType
            let answer = try await session.response(
                for: NetworkRequest(operation: "login", method: .post, url: url, headers: headers, body: body))
            #expect(String(decoding: answer.body, as: UTF8.self).contains(secret), "the caller gets the real answer")
        }
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "session.json")
            try recorder.cassette.save(to: file)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains(secret), "\(text)")
            for kept in ["Zoë", "page=7", "kept", "n=1", "user=zo%C3%AB", "/login", "Secure"] {
                #expect(text.contains(kept) == (kept != "Secure"), "\(kept)")
            }
            try careless.cassette.save(to: file)
            let unredacted = try String(contentsOf: file, encoding: .utf8)
            #expect(unredacted.contains(secret), "the check above can fail")

            let player = CassettePlayer(recorder.cassette)
            let other = try #require(URL(string: "http://mock.invalid/login?access_token=another&page=7"))
            let request = NetworkRequest(
                operation: "login", method: .post, url: other,
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .form([
                    URLQueryItem(name: "password", value: "another"), URLQueryItem(name: "user", value: "zoë"),
                ]))
            #expect(try await player.response(for: request).statusCode == 200, "found with another secret")
        }
    }

    @Test("a streamed answer passes chunk by chunk and is recorded when it was read to its end")
    func streams() async throws {
        let server = ChunkSession(chunks: ["one ", "two ", "three"])
        let recorder = CassetteRecorder()
        let session = MiddlewareSession(server, [recorder])
        var chunks: [String] = []
        for try await chunk in try await session.stream(for: Question(.get, "/text").request()) {
            chunks.append(String(decoding: chunk, as: UTF8.self))
            #expect(recorder.cassette.interactions.isEmpty)
        }
        #expect(chunks == ["one ", "two ", "three"])
        #expect(recorder.cassette.interactions.map(\.response.body) == [.text("one two three")])
        _ = try await session.stream(for: Question(.get, "/text").request())
        #expect(recorder.cassette.interactions.count == 1, "not read, not recorded")
        let player = CassettePlayer(recorder.cassette)
        #expect(try await player.ask(.get, "/text").body == Data("one two three".utf8))
    }

    @Test("the file is its owner's alone, also when it replaces one that was not")
    func permissions() async throws {
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "session.json")
            for _ in 0..<2 {
                try Cassette().save(to: file)
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            }
        }
    }

    @Test(
        "a file that is no cassette is a typed error that names it",
        arguments: ["", "{}", "{\"version\": 2, \"interactions\": []}"])
    func invalidFile(text: String) async throws {
        try await withTemporaryDirectory { folder in
            let file = folder.appending(path: "session.json")
            try Data(text.utf8).write(to: file)
            let error = #expect(throws: MockTransportError.self) { try Cassette(contentsOf: file) }
            #expect(error?.description.contains(file.path) == true)
        }
        #expect(throws: MockTransportError.self) { try Cassette().save(to: URL(filePath: "/nowhere/session.json")) }
    }
}

/// A session whose streams come in the given chunks.
private struct ChunkSession: NetworkSession {
    let chunks: [String]

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        NetworkResponse(request: request, statusCode: 200, body: Data(chunks.joined().utf8))
    }

    func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream {
        let rest = Locked(chunks[...])
        return NetworkStream(head: NetworkResponse.Head(request: request, statusCode: 200)) { () throws(NetworkError) in
            rest.withLock { $0.popFirst() }.map { Data($0.utf8) }
        }
    }
}
