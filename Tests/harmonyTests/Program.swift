import Foundation
import Testing

/// The built program, run as a user runs it.
enum Program {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard error, for "one clear line".
        var errorLines: [Substring] { errors.split(separator: "\n") }

        func json() throws -> [String: Any] {
            try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        }
    }

    /// Runs `harmony` to its end, at most a minute, away from the user's own settings.
    static func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
        try await run(binary("harmony"), arguments, environment: environment)
    }

    static func run(
        _ binary: URL, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = binary
        process.arguments = arguments
        var inherited = ProcessInfo.processInfo.environment
        for name in inherited.keys where name.hasPrefix("HARMONY_") || name.lowercased().hasSuffix("_proxy") {
            inherited[name] = nil
        }
        process.environment = inherited.merging(environment) { $1 }
        let folder = FileManager.default.temporaryDirectory.appending(path: "harmony-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, not pipes: a full pipe would stop the program.
        let output = try file(folder, "output")
        let errors = try file(folder, "errors")
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            process.terminate()
        }
        for await _ in ended.stream {}
        watchdog.cancel()
        return Outcome(
            status: process.terminationStatus, output: try text(folder, "output"), errors: try text(folder, "errors"))
    }

    /// A product of the build that runs these tests.
    static func binary(_ name: String) -> URL {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent().appending(path: name)
        }
        #endif
        return Bundle.main.bundleURL.appending(path: name)
    }

    /// The root of the repository.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func file(_ folder: URL, _ name: String) throws -> FileHandle {
        let url = folder.appending(path: name)
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private static func text(_ folder: URL, _ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}
