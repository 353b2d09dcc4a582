import Foundation
import Networking
import TestSupport
import Testing

/// Uploads and downloads over a loopback server.
@Suite("Transfers")
struct TransferTests {
    /// A folder of its own that is removed afterwards.
    private func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func request(_ server: FaultServer, _ path: String) -> NetworkRequest {
        NetworkRequest(operation: "test.download", url: server.url(path))
    }

    /// Serves a file by ranges and breaks the first `breaks` transfers in the middle.
    private func flaky(_ file: Data, breaks: Int, tag: @escaping @Sendable (Int) -> String = { _ in "\"v1\"" })
        -> FaultServer.Handler
    {
        let count = Box(0)
        return { connection, request in
            let number = count.increment()
            let current = tag(number)
            var start = 0
            if let range = request.headers("Range").first, request.headers("If-Range") == [current] {
                start = Int(range.dropFirst("bytes=".count).prefix { $0 != "-" }) ?? 0
            }
            var head =
                "HTTP/1.1 \(start > 0 ? 206 : 200) Fine\r\nETag: \(current)\r\nContent-Length: \(file.count - start)\r\n"
            if start > 0 { head += "Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)\r\n" }
            try connection.send(head + "\r\n")
            if number <= breaks {
                try connection.send(Data(file[start..<min(start + file.count / 5, file.count)]))
                connection.pause(milliseconds: 50)
                try connection.close()
            }
            try connection.send(Data(file[start...]))
        }
    }

    @Test("N53, N54: three interruptions, and the file is the same; nothing else is left", .timeLimit(.minutes(1)))
    func resumes() async throws {
        let content = FaultServer.pattern(300_000)
        try await FaultServer.run(flaky(content, breaks: 3)) { server in
            try await inFolder { folder in
                let target = folder.appendingPathComponent("file.bin")
                let progress = Box<[TransferProgress]>([])
                let outcome = try await Downloader(session: URLSessionNetworkSession(), base: .milliseconds(1))
                    .download(request(server, "/"), to: target) { step in progress.withLock { $0.append(step) } }
                guard case .file(let head) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(head.statusCode == 206)
                #expect(try Data(contentsOf: target) == content)
                #expect(try names(folder) == ["file.bin"])
                #expect(server.counters.requests == 4)
                #expect(server.requests.dropFirst().allSatisfy { $0.headers("Range").count == 1 })
                #expect(progress.value.last == TransferProgress(completed: 300_000, total: 300_000))
                #expect(zip(progress.value, progress.value.dropFirst()).allSatisfy { $0.completed <= $1.completed })
            }
        }
    }

    @Test("N53: a file that changed meanwhile is fetched from the start", .timeLimit(.minutes(1)))
    func changed() async throws {
        let content = FaultServer.pattern(100_000)
        try await FaultServer.run(flaky(content, breaks: 2, tag: { "\"v\($0)\"" })) { server in
            try await inFolder { folder in
                let target = folder.appendingPathComponent("file.bin")
                _ = try await Downloader(session: URLSessionNetworkSession(), base: .milliseconds(1))
                    .download(request(server, "/"), to: target)
                #expect(try Data(contentsOf: target) == content)
                #expect(server.counters.requests == 3)
            }
        }
    }

    @Test(
        "N53: a weak tag does not allow going on; the failure leaves the old file and nothing else",
        .timeLimit(.minutes(1)))
    func weak() async throws {
        try await FaultServer.run(flaky(FaultServer.pattern(100_000), breaks: 9, tag: { _ in "W/\"v1\"" })) { server in
            try await inFolder { folder in
                let target = folder.appendingPathComponent("file.bin")
                try Data("old".utf8).write(to: target)
                let error = await failure { () throws(NetworkError) in
                    try await Downloader(session: URLSessionNetworkSession()).download(request(server, "/"), to: target)
                }
                #expect(error?.kind == .connectionLost)
                #expect(server.counters.requests == 1)
                #expect(try names(folder) == ["file.bin"])
                #expect(try Data(contentsOf: target) == Data("old".utf8))
            }
        }
    }

    @Test("N53: 416 for a file that is complete is success", .timeLimit(.minutes(1)))
    func complete() async throws {
        let content = FaultServer.pattern(50_000)
        // Chunked, and cut before the last chunk: all bytes are there, but nobody knows.
        try await FaultServer.run { connection, request in
            if request.headers("Range") == ["bytes=50000-"] {
                return try connection.respond(416, [("Content-Range", "bytes */50000")])
            }
            try connection.startChunked(200, [("ETag", "\"v1\"")])
            try connection.send(Data("c350\r\n".utf8) + content + Data("\r\n".utf8))
            connection.pause(milliseconds: 50)
            try connection.close()
        } _: { server in
            try await inFolder { folder in
                let target = folder.appendingPathComponent("file.bin")
                _ = try await Downloader(session: URLSessionNetworkSession(), base: .milliseconds(1))
                    .download(request(server, "/"), to: target)
                #expect(try Data(contentsOf: target) == content)
                #expect(server.counters.requests == 2)
            }
        }
    }

    @Test("Another status is no file, and brings its body", .timeLimit(.minutes(1)))
    func refused() async throws {
        try await FaultServer.run { server in
            try await inFolder { folder in
                let outcome = try await Downloader(session: URLSessionNetworkSession())
                    .download(request(server, "/status/404"), to: folder.appendingPathComponent("x"))
                guard case .refused(let response) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(response.statusCode == 404)
                #expect(response.body == Data("status 404".utf8))
                #expect(try names(folder).isEmpty)
            }
        }
    }

    @Test("N55: a hundred downloads, half of them cancelled, leave no file", .timeLimit(.minutes(2)))
    func noLeftovers() async throws {
        try await FaultServer.run { server in
            try await inFolder { folder in
                let downloader = Downloader(session: URLSessionNetworkSession())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<100 {
                        let path = index % 2 == 0 ? "/bytes/2000" : "/stall"
                        group.addTask {
                            let task = Task {
                                try await downloader.download(
                                    self.request(server, path), to: folder.appendingPathComponent("\(index)"))
                            }
                            if index % 2 == 1 {
                                try await Task.sleep(for: .milliseconds(10))
                                task.cancel()
                            }
                            _ = await task.result
                        }
                        if index % 4 == 3 { try await group.next() }
                    }
                    try await group.waitForAll()
                }
                #expect(try names(folder).count == 50)
                #expect(try names(folder).allSatisfy { !$0.hasPrefix(".") })
            }
        }
    }

    @Test("A folder that does not exist is a typed error and nothing is sent")
    func noFolder() async throws {
        try await FaultServer.run { server in
            let target = FileManager.default.temporaryDirectory.appendingPathComponent("none-\(UUID().uuidString)/x")
            let error = await failure { () throws(NetworkError) in
                try await Downloader(session: URLSessionNetworkSession()).download(
                    request(server, "/bytes/9"), to: target)
            }
            #expect(error?.kind == .file)
            #expect(server.counters.requests == 0)
        }
    }

    @Test("L20: upload progress rises to the whole, and not beyond", .timeLimit(.minutes(1)))
    func upload() async throws {
        try await FaultServer.run { server in
            let progress = Box<[TransferProgress]>([])
            let body = HTTPBody.data(FaultServer.pattern(2_000_000))
            let request = NetworkRequest(
                operation: "test.upload", method: .put, url: server.url("/status/200"),
                headers: ["Content-Type": body.contentType], body: body
            ).onUploadProgress { step in progress.withLock { $0.append(step) } }
            _ = try await URLSessionNetworkSession().response(for: request)
            let steps = progress.value
            #expect(steps.count > 1)
            #expect(steps.last == TransferProgress(completed: 2_000_000, total: 2_000_000))
            #expect(steps.last?.fraction == 1)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed })
        }
    }

    @Test("L35: a pinned host is refused where pins cannot be checked, before anything is sent")
    func pinning() async throws {
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession(pins: CertificatePins(["127.0.0.1": [Data([1])]]))
            #if !canImport(Security)
            let error = await failure { () throws(NetworkError) in
                try await session.response(for: request(server, "/echo"))
            }
            #expect(error?.kind == .pinningUnavailable)
            #expect(server.counters.connections == 0)
            // A redirect that leads to a pinned host is refused too.
            let other = URLSessionNetworkSession(pins: CertificatePins(["localhost": [Data([1])]]))
            let to = "http%3A%2F%2Flocalhost%3A\(server.port)%2Fecho"
            let redirected = await failure { () throws(NetworkError) in
                try await other.response(for: request(server, "/redirect/302?to=\(to)"))
            }
            #expect(redirected?.kind == .pinningUnavailable)
            #expect(server.counters.requests == 1)
            #endif
        }
    }
}
