import Foundation
import TestSupport

/// Programs of the machine that the tests run.
enum Program {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The Python environment that `Scripts/setup --integration` makes.
    static let environment = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/integration/bin")

    /// Where a program is; Debian keeps servers out of the usual path.
    static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"])
            .map { URL(filePath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs a program to its end and gives what it printed; throws when it is missing or fails.
    @discardableResult
    static func run(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
        guard let program = find(name) else { throw Failure(description: "\(name) is not installed") }
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) ended with \(process.terminationStatus): \(text)")
        }
        return text
    }
}
