import Foundation
import NetworkTransfer
import Networking
import TestSupport

/// httpbin under gunicorn: it tells what a request looked like to a server of another make.
final class HTTPBin: Sendable {
    static let isInstalled = FileManager.default.isExecutableFile(
        atPath: Program.environment.appending(path: "gunicorn").path)
    static let missing = "httpbin is not installed: run Scripts/setup --integration"
    /// One for all tests.
    static let shared = Task { try await HTTPBin() }

    let url: URL
    private let process: ServerProcess

    private init() async throws {
        let port = try freePorts(1)[0]
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw CocoaError(.featureUnsupported) }
        self.url = url
        process = try await ServerProcess(readyAt: url.appending(path: "uuid")) { folder in
            [
                // It keeps a file in the home folder.
                "env", "HOME=\(folder.path)", Program.environment.appending(path: "gunicorn").path, "--bind",
                "127.0.0.1:\(port)",
                "--worker-class", "gthread", "--threads", "32", "--graceful-timeout", "1",
                "--worker-tmp-dir", folder.path, "--chdir", folder.path, "httpbin:app",
            ]
        }
    }

    /// A service over a session of its own, with middleware around it.
    func service(_ middleware: [any NetworkMiddleware] = []) -> DefaultNetworkTransferService {
        DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: url),
            session: MiddlewareSession(URLSessionNetworkSession(), middleware))
    }
}

/// One call of a test.
struct Call: NetworkRequestRouter {
    let operation = "integration.call"
    var methodType = HTTPMethod.get
    let path: String
    var queryItems: [URLQueryItem] = []
    var headers: HTTPHeaders = [:]
    var body: HTTPBody?
    var timeout: Duration?

    init(
        _ methodType: HTTPMethod = .get, _ path: String, query queryItems: [URLQueryItem] = [],
        headers: HTTPHeaders = [:], body: HTTPBody? = nil, timeout: Duration? = nil
    ) {
        self.methodType = methodType
        self.path = path
        self.queryItems = queryItems
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// What httpbin says of a request.
struct Echo: Decodable, Sendable {
    var method: String?
    var url: String
    var args: [String: Values]
    var form: [String: Values]?
    var files: [String: Values]?
    var headers: [String: String]
    var data: String?
    var json: [String: String]?

    /// One value or several; httpbin writes a single one without the brackets.
    struct Values: Decodable, Equatable, ExpressibleByArrayLiteral, Sendable {
        var all: [String]

        init(arrayLiteral elements: String...) { all = elements }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                all = [one]
            } else {
                all = try container.decode([String].self)
            }
        }
    }
}
