public import Foundation

/// `Scripts/mock-api` as a process of its own, on a free port of loopback. It ends with ``stop()``, or when the last
/// reference goes.
public final class MockAPIProcess: Sendable {
    /// Where it answers.
    public let url: URL
    private let process: Process

    /// Why no server can be started here.
    public struct Unavailable: Error, CustomStringConvertible {
        /// What the program said.
        public let description: String
    }

    /// Whether this machine has what the script needs.
    public static let isAvailable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

    /// The script in this checkout.
    public static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scripts/mock-api")

    /// Starts it with these arguments beside the port, and returns when it is ready.
    public init(_ arguments: [String] = []) async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.script
        process.arguments = ["--port", "0"] + arguments
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.start()
        // One line, or the end of the output when it could not start.
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            line.append(bytes)
        }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard text.hasPrefix("mock-api ready on "), let url = URL(string: String(text.split(separator: " ").last ?? ""))
        else {
            process.terminate()
            throw Unavailable(description: "mock-api did not start: \(text)")
        }
        self.url = url
        self.process = process
    }

    deinit {
        stop()
    }

    /// Sends these bytes over a connection of their own and gives what comes until the server closes it; blocks
    /// meanwhile.
    public func exchange(_ text: String) throws -> String {
        let socket = try Socket.connection(to: UInt16(url.port ?? 0))
        var answer = Data()
        if socket.send(Data(text.utf8)) {
            while let bytes = socket.receive() { answer.append(bytes) }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Asks it to end.
    public func stop() {
        if process.isRunning { process.terminate() }
    }

    /// Waits until it has ended and gives its exit code; blocks meanwhile.
    public func exitCode() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs the script to its end with these arguments, for those that do not start a server.
    public static func run(_ arguments: [String]) throws -> (exitCode: Int32, output: String, errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = script
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.start()
        // The texts are short enough for the pipes, so reading one after the other cannot block the program.
        let texts = [output, errors].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }
}
