import Foundation
import Networking
import TestSupport
import Testing

/// Against a real server on loopback, where Debian's nginx is installed.
@Suite("nginx", .serialized, .enabled(if: Nginx.program != nil, "nginx is not installed"))
struct NginxTests {
    private func request(_ url: URL) -> NetworkRequest {
        NetworkRequest(operation: "test.nginx", url: url, timeouts: NetworkTimeouts(total: .seconds(20)))
    }

    @Test("Gzip is unpacked, a download by ranges is whole, a missing file is a 404", .timeLimit(.minutes(1)))
    func files() async throws {
        try await Nginx.run { nginx in
            let session = URLSessionNetworkSession()
            let json = try await session.response(for: request(nginx.url("/data.json")))
            #expect(json.headers["Content-Encoding"] == "gzip")
            #expect(json.body == Nginx.json)
            let target = nginx.folder.appendingPathComponent("copy.bin")
            _ = try await Downloader(session: session).download(request(nginx.url("/data.bin")), to: target)
            #expect(try Data(contentsOf: target) == Nginx.binary)
            var part = request(nginx.url("/data.bin"))
            part.headers["Range"] = "bytes=100-199"
            let response = try await session.response(for: part)
            #expect(response.statusCode == 206)
            #expect(response.body == Data(Nginx.binary[100..<200]))
            let missing = try await session.response(for: request(nginx.url("/none")))
            #expect(missing.statusCode == 404)
        }
    }

    @Test("429 with Retry-After is retried when its time has come", .timeLimit(.minutes(1)))
    func limited() async throws {
        try await Nginx.run { nginx in
            let metrics = MetricsMiddleware()
            let session = MiddlewareSession(URLSessionNetworkSession(), [metrics, RetryMiddleware()])
            let start = ContinuousClock.now
            for _ in 0..<2 {
                let response = try await session.response(for: request(nginx.url("/limited.json")))
                #expect(response.statusCode == 200)
            }
            #expect(metrics.total.sends > 2)
            #expect(ContinuousClock.now - start >= .seconds(1))
        }
    }

    @Test(
        "A dropped connection, a dead upstream and an untrusted certificate have their kinds", .timeLimit(.minutes(1)))
    func faults() async throws {
        try await Nginx.run { nginx in
            let session = URLSessionNetworkSession()
            let dropped = await failure { () throws(NetworkError) in
                try await session.response(for: request(nginx.url("/drop")))
            }
            #expect(dropped?.kind == .connectionLost)
            let down = try await session.response(for: request(nginx.url("/down")))
            #expect(down.statusCode == 502)
            let untrusted = await failure { () throws(NetworkError) in
                try await session.response(for: request(nginx.secureURL("/data.json")))
            }
            #expect(untrusted?.kind == .tls)
            #expect(untrusted?.isRetryable == false)
        }
    }
}

/// One nginx with a configuration, files and a certificate of its own.
private struct Nginx {
    static let json = Data(#"{"items": [1, 2, 3], "text": "harmony harmony harmony"}"#.utf8)
    static let binary = FaultServer.pattern(200_000)
    static let program = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    let folder: URL
    private let port: UInt16
    private let securePort: UInt16

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)") ?? folder }
    func secureURL(_ path: String) -> URL { URL(string: "https://127.0.0.1:\(securePort)\(path)") ?? folder }

    static func run(_ body: (Nginx) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-\(UUID().uuidString)")
        let files = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try json.write(to: files.appendingPathComponent("data.json"))
        try json.write(to: files.appendingPathComponent("limited.json"))
        try binary.write(to: files.appendingPathComponent("data.bin"))
        let certificate = try start(
            "/usr/bin/openssl",
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1", "-keyout",
            folder.appendingPathComponent("key.pem").path, "-out", folder.appendingPathComponent("cert.pem").path)
        certificate.waitUntilExit()

        let nginx = Nginx(folder: folder, port: try freePort(), securePort: try freePort())
        try nginx.configuration.write(
            to: folder.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
        let process = try start(try #require(program), "-p", folder.path, "-c", "nginx.conf", "-e", "stderr")
        defer {
            // Not SIGTERM: a process started from a worker thread inherits its blocked signals.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let session = URLSessionNetworkSession()
        let probe = NetworkRequest(operation: "test.probe", url: nginx.url("/none"))
        while process.isRunning,
            await failure({ () throws(NetworkError) in try await session.response(for: probe) }) != nil
        {
            try await Task.sleep(for: .milliseconds(20))
        }
        try #require(process.isRunning)
        try await body(nginx)
    }

    private static func start(_ program: String, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Free a moment ago; nginx cannot choose one itself and say which.
    private static func freePort() throws -> UInt16 {
        let server = try FaultServer()
        defer { server.stop() }
        return server.port
    }

    private var configuration: String {
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        events {}
        http {
            access_log off;
            client_body_temp_path body; proxy_temp_path proxy;
            types { application/json json; }
            gzip on; gzip_min_length 1; gzip_types application/json;
            limit_req_zone $binary_remote_addr zone=one:1m rate=1r/s;
            server {
                listen 127.0.0.1:\(port);
                root files;
                location = /limited.json {
                    limit_req zone=one;
                    limit_req_status 429;
                    add_header Retry-After 2 always;
                }
                location = /drop { return 444; }
                location = /down { proxy_pass http://127.0.0.1:1; }
            }
            server {
                listen 127.0.0.1:\(securePort) ssl;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                root files;
            }
        }
        """
    }
}
