import Foundation
import MockData
import MockTransport
import Networking
import TestSupport
import Testing

@Suite(
    "Scripts/mock-api: a program", .serialized,
    .enabled(if: MockAPIProcess.isAvailable, "python3 is not installed"), .timeLimit(.minutes(3)))
struct MockAPIProcessTests {
    private let network = URLSessionNetworkSession()

    @Test("it counts requests by operation, its own pages not, and starts over on reset")
    func statistics() async throws {
        let server = try await MockAPIProcess()
        let id = try #require(
            try await network.ask(.get, "/contacts", base: server.base).ids("contacts").first)
        _ = try await network.ask(.delete, "/contacts/\(id)", base: server.base)
        _ = try await network.ask(.get, "/contacts", account: nil, base: server.base)
        _ = try await network.ask(.head, "/profile", base: server.base)
        _ = try await network.ask(.get, "/nowhere", base: server.base)
        let expected = JSONValue(
            Data(
                """
                {"requests": 5, "by_operation":
                 {"contacts.list": 2, "contacts.delete": 1, "profile.show": 1, "unknown": 1}}
                """.utf8))
        #expect(try await network.ask(.get, "/_stats", account: nil, base: server.base).json == expected)
        #expect(try await network.ask(.get, "/_stats", account: nil, base: server.base).json == expected)
        #expect(try await network.ask(.get, "/_reset", base: server.base).statusCode == 405)
        #expect(try await network.ask(.post, "/_reset", account: nil, base: server.base).statusCode == 204)
        let empty = JSONValue(Data(#"{"requests": 0, "by_operation": {}}"#.utf8))
        #expect(try await network.ask(.get, "/_stats", base: server.base).json == empty)
        #expect(try await network.ask(.get, "/contacts", base: server.base).ids("contacts").contains(id))
    }

    @Test("the first requests fail, or a seeded share; a reset starts that over too")
    func failures() async throws {
        let first = try await MockAPIProcess(["--fail", "first:2"])
        for _ in 0..<2 {
            for status in [503, 503, 200] {
                #expect(try await network.ask(.get, "/profile", base: first.base).statusCode == status)
            }
            _ = try await network.ask(.post, "/_reset", base: first.base)
        }
        var patterns: [[Int]] = []
        for seed in ["1", "1", "2"] {
            let server = try await MockAPIProcess(["--fail", "0.5", "--seed", seed])
            var pattern: [Int] = []
            for _ in 0..<40 { pattern.append(try await network.ask(.get, "/profile", base: server.base).statusCode) }
            patterns.append(pattern)
        }
        #expect(patterns[0] == patterns[1] && patterns[0] != patterns[2])
        #expect(Set(patterns[0]) == [200, 503])
    }

    @Test("a delay is at least that long")
    func delay() async throws {
        let server = try await MockAPIProcess(["--delay", "150"])
        let clock = ContinuousClock()
        let time = try await clock.measure { _ = try await network.ask(.get, "/profile", base: server.base) }
        #expect(time >= .milliseconds(150))
    }

    @Test("it reads another folder of fixtures")
    func data() async throws {
        try await withTemporaryDirectory { folder in
            let copy = folder.appending(path: "Data")
            try FileManager.default.copyItem(at: MockData.directory(), to: copy)
            try Data(#"{"todos": [{"id": "x", "title": "one", "isDone": false}]}"#.utf8)
                .write(to: copy.appending(path: "Todos/list.json"))
            let server = try await MockAPIProcess(["--data", copy.path])
            #expect(try await network.ask(.get, "/todos", base: server.base).ids("todos") == ["x"])
            try Data("{".utf8).write(to: copy.appending(path: "Todos/list.json"))
            let broken = try MockAPIProcess.run(["--port", "0", "--data", copy.path])
            #expect(broken.exitCode == 1 && broken.errors.contains("Todos/list.json"))
            #expect(broken.output.isEmpty && broken.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "wrong usage is one line and exit code 2",
        arguments: [
            [], ["--port"], ["--port", "x"], ["--port", "65536"], ["--port", "0", "--fail", "1.5"],
            ["--port", "0", "--fail", "first:-1"], ["--port", "0", "--fail", "nan"], ["--port", "0", "--delay", "-1"],
            ["--port", "0", "--what"], ["--port", "0", "more"],
        ])
    func usage(arguments: [String]) throws {
        let result = try MockAPIProcess.run(arguments)
        #expect(result.exitCode == 2 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("mock-api: ") && result.errors.split(separator: "\n").count == 1)
    }

    @Test("a busy port and a missing folder are one line and exit code 1")
    func cannotStart() async throws {
        let server = try await MockAPIProcess()
        let port = try #require(server.url.port)
        for arguments in [["--port", "\(port)"], ["--port", "0", "--data", "/nowhere"]] {
            let result = try MockAPIProcess.run(arguments)
            #expect(result.exitCode == 1 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("mock-api: ") && result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("with --host-check a foreign Host is refused")
    func hostCheck() async throws {
        let server = try await MockAPIProcess(["--host-check"])
        #expect(try await network.ask(.get, "/profile", base: server.base).statusCode == 200)
        let port = try #require(server.url.port)
        let foreign = "GET /profile HTTP/1.1\r\nHost: evil.example:\(port)\r\nAuthorization: Bearer alice\r\n\r\n"
        #expect(try server.exchange(foreign).hasPrefix("HTTP/1.1 421 "))
    }

    @Test("what is no HTTP request is refused and the connection closed, and the server lives on")
    func malformed() async throws {
        let server = try await MockAPIProcess()
        let requests = [
            ("nonsense\r\n\r\n", "400"), ("GET /profile\r\n\r\n", "400"), ("GET /profile HTTP/3\r\n\r\n", "400"),
            ("GET /profile HTTP/1.1\r\n\r\n", "400"), ("GET profile HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
            ("GET /profile HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", "400"),
            ("GET /profile HTTP/1.1\r\nHost: x\r\nbad name: y\r\n\r\n", "400"),
            ("POST /contacts/requests HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"),
            ("POST /contacts/requests HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", "413"),
            ("POST /contacts/requests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "411"),
            ("GET /profile HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 200) + "\r\n", "431"),
        ]
        for (request, status) in requests {
            #expect(try server.exchange(request).hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(80))")
        }
        #expect(try await network.ask(.get, "/profile", base: server.base).statusCode == 200)
    }

    @Test("one connection serves many requests, pipelined ones too, and closes when asked")
    func keepAlive() async throws {
        let server = try await MockAPIProcess()
        let head = "GET /images/none.png HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice\r\n"
        let answers = try server.exchange(head + "\r\n" + head + "\r\n" + head + "Connection: close\r\n\r\n")
        #expect(answers.ranges(of: "HTTP/1.1 404 Not Found").count == 3)
        #expect(answers.ranges(of: "Connection: close").count == 1)
    }

    @Test("five hundred concurrent requests are answered, and the count is right")
    func load() async throws {
        let server = try await MockAPIProcess()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 {
                let target = number % 2 == 0 ? "/products" : "/profile"
                group.addTask { [network] in try await network.ask(.get, target, base: server.base).statusCode }
            }
            for try await status in group { #expect(status == 200) }
        }
        let stats = try await network.ask(.get, "/_stats", base: server.base).json
        #expect(stats?["requests"] == .integer(500) && stats?["by_operation"]?["products.list"] == .integer(250))
    }
}

extension MockAPIProcess {
    var base: String { url.absoluteString }
}
