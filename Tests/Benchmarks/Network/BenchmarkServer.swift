import Foundation
import TestSupport

/// The server in a process of its own, so that its work is not counted: this program, started again.
struct BenchmarkServer {
    /// The argument that makes this program the server.
    static let argument = "serve"

    /// What it answers.
    static let body: String = {
        let items = (0..<20).map { BenchmarkItem(id: $0, name: "item number \($0)", tags: ["one", "two"]) }
        return (try? JSONEncoder().encode(items)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }()

    private let process = Process()
    private let output = Pipe()

    init() throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        process.arguments = [Self.argument]
        process.standardOutput = output
        // It ends when its input does, so it never outlives this process.
        process.standardInput = Pipe()
        try process.run()
    }

    /// Its address, once it listens.
    func url() throws -> URL {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        guard let url = URL(string: String(decoding: line, as: UTF8.self)) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return url
    }

    func stop() {
        // Not SIGTERM: a process started from a worker thread inherits its blocked signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Serves until standard input ends.
    static func serve() throws {
        let response = Data(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
        let server = try FaultServer { connection, _ in try connection.send(response) }
        try FileHandle.standardOutput.write(contentsOf: Data((server.baseURL.absoluteString + "\n").utf8))
        _ = try FileHandle.standardInput.readToEnd()
        server.stop()
    }
}
