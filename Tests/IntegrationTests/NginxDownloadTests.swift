import Foundation
import Networking
import TestSupport
import Testing

/// Downloads from an nginx whose worker is killed while it sends. Each test has a server of its own.
@Suite("nginx: downloads", .enabled(if: Nginx.isInstalled, "\(Nginx.missing)"), .timeLimit(.minutes(2)))
struct NginxDownloadTests {
    /// Notes what each request of a download asked for and was answered.
    private struct Watch: NetworkMiddleware {
        let seen = Recorder<(range: String?, status: Int)>()

        func intercept(
            _ request: NetworkRequest, next: @escaping NetworkNext
        ) async throws(NetworkError) -> NetworkResponse {
            let response = try await next(request)
            seen.append((request.headers["Range"], response.statusCode))
            return response
        }
    }

    /// Downloads `path`; `kills` times, the worker is killed when the first bytes of a response are here.
    private func download(
        _ path: String, from nginx: Nginx, to target: URL, kills: Int,
        beforeKill: @escaping @Sendable () throws -> Void = {}
    ) async throws -> [(range: String?, status: Int)] {
        let watch = Watch()
        let downloader = Downloader(
            session: MiddlewareSession(URLSessionNetworkSession(), [watch]), base: .milliseconds(1))
        let (responses, reports) = AsyncStream.makeStream(of: Int.self)
        let killer = Task {
            var killed = 0
            for await response in responses where killed < kills && response > killed {
                let worker = try await nginx.workerID()
                try beforeKill()
                kill(worker, SIGKILL)
                killed += 1
            }
        }
        let request = NetworkRequest(operation: "nginx.download", url: nginx.url(path))
        let outcome = try await downloader.download(request, to: target) { _ in
            reports.yield(watch.seen.values.count)
        }
        reports.finish()
        try await killer.value
        guard case .file = outcome else { throw Program.Failure(description: "\(outcome)") }
        return watch.seen.values
    }

    @Test("N53: a server that dies three times: the download goes on each time, and the file is the same")
    func resumes() async throws {
        let nginx = try await Nginx()
        let content = FaultServer.pattern(600_000)
        try content.write(to: nginx.file("large"))
        try await withTemporaryDirectory { folder in
            let target = folder.appending(path: "large")
            let seen = try await download("/slow/large", from: nginx, to: target, kills: 3)
            #expect(try Data(contentsOf: target) == content)
            #expect(seen.map(\.status) == [200, 206, 206, 206])
            #expect(seen.dropFirst().allSatisfy { $0.range?.hasPrefix("bytes=") == true })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["large"])
        }
    }

    @Test("N53: a file that changes meanwhile is fetched anew, not sewn together")
    func changed() async throws {
        let nginx = try await Nginx()
        let file = nginx.file("large")
        try FaultServer.pattern(600_000).write(to: file)
        let content = Data(FaultServer.pattern(300_000).reversed())
        try await withTemporaryDirectory { folder in
            let target = folder.appending(path: "large")
            let seen = try await download("/slow/large", from: nginx, to: target, kills: 1) {
                try content.write(to: file, options: .atomic)
            }
            #expect(try Data(contentsOf: target) == content)
            #expect(seen.map(\.status) == [200, 200])
            #expect(seen.last?.range != nil)
        }
    }

    @Test("Where the server would compress, a download asks for the file as it is, so that its size is known")
    func identity() async throws {
        let nginx = try await Nginx.shared.value
        let steps = Recorder<TransferProgress>()
        try await withTemporaryDirectory { folder in
            let target = folder.appending(path: "small")
            let request = NetworkRequest(operation: "nginx.download", url: nginx.url("/gzip/small"))
            let outcome = try await Downloader(session: URLSessionNetworkSession())
                .download(request, to: target) { steps.append($0) }
            guard case .file(let head) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(head.headers["Content-Encoding"] == nil)
            #expect(try Data(contentsOf: target) == Data(Nginx.small.utf8))
            let size = Int64(Nginx.small.utf8.count)
            #expect(steps.values.last == TransferProgress(completed: size, total: size))
        }
    }

    @Test("A file that is not there leaves none here")
    func missing() async throws {
        let nginx = try await Nginx.shared.value
        try await withTemporaryDirectory { folder in
            let request = NetworkRequest(operation: "nginx.download", url: nginx.url("/nothing"))
            let outcome = try await Downloader(session: URLSessionNetworkSession())
                .download(request, to: folder.appending(path: "nothing"))
            guard case .refused(let response) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(response.statusCode == 404 && !response.body.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}
