import Foundation
import Networking
import TestSupport

/// nginx with the locations of ``configuration(_:_:)``, on ports of its own.
final class Nginx: Sendable {
    static let isInstalled = Program.find("nginx") != nil && Program.find("openssl") != nil
    static let missing = "nginx or openssl is not installed: run Scripts/setup --integration"
    /// One for all tests that leave it as it is.
    static let shared = Task { try await Nginx() }

    /// What the file that is always there holds.
    static let small = String(repeating: "a small file, ", count: 100)

    /// Where each server listens.
    struct Ports: Sendable {
        var main: Int
        /// The same host, another origin.
        var other: Int
        var tls: [Certificates.Kind: Int]
        /// Nobody is there.
        var dead: Int
        /// Takes connections and never answers.
        var hung: Int
    }

    let ports: Ports
    private let process: ServerProcess
    private let hung: FaultServer

    init() async throws {
        let kinds = Certificates.Kind.allCases
        let free = try freePorts(3 + kinds.count)
        hung = try FaultServer { connection, _ in try connection.waitForClose(milliseconds: 20_000) }
        let ports = Ports(
            main: free[0], other: free[1], tls: Dictionary(uniqueKeysWithValues: zip(kinds, free[3...])),
            dead: free[2], hung: hung.url("/").port ?? 0)
        self.ports = ports
        process = try await ServerProcess(readyAt: Self.url(ports.main, "/pid")) { folder in
            for name in ["files", "scratch"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: false)
            }
            try Data(Self.small.utf8).write(to: folder.appending(path: "files/small"))
            let file = folder.appending(path: "nginx.conf")
            try Data(Self.configuration(ports, Certificates(in: folder), in: folder.path).utf8).write(to: file)
            let program = Program.find("nginx")?.path ?? "nginx"
            return [program, "-p", folder.path, "-c", file.path, "-e", folder.appending(path: "error.log").path]
        }
    }

    deinit {
        hung.stop()
    }

    /// A URL of the main server.
    func url(_ path: String) -> URL { Self.url(ports.main, path) }

    /// A URL of the server that shows this certificate.
    func url(_ kind: Certificates.Kind, _ path: String) -> URL {
        Self.url(ports.tls[kind] ?? 0, path, scheme: "https")
    }

    static func url(_ port: Int, _ path: String, scheme: String = "http") -> URL {
        URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") ?? URL(filePath: path)
    }

    /// The file that `/NAME`, `/gzip/NAME`, `/slow/NAME` … serve.
    func file(_ name: String) -> URL { process.folder.appending(path: "files/\(name)") }

    /// The authority of the TLS servers.
    var authority: URL { process.folder.appending(path: "authority.pem") }

    /// The access log's lines that hold `mark`, of all requests that had an answer before.
    func log(_ mark: String) async throws -> [String] {
        // The one worker has written the lines of earlier requests before it looks at this one.
        _ = try await workerID()
        let text = try String(contentsOf: process.folder.appending(path: "access.log"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init).filter { $0.contains(mark) }
    }

    /// The process that handles connections.
    func workerID() async throws -> pid_t {
        let request = NetworkRequest(operation: "nginx.pid", url: url("/pid"))
        let response = try await URLSessionNetworkSession().response(for: request)
        guard let id = pid_t(String(decoding: response.body, as: UTF8.self)) else {
            throw Program.Failure(description: "nginx answered \(response.statusCode) to /pid")
        }
        return id
    }
}
