import Foundation
import Networking
import TestSupport

/// A server program with a folder of its own. It ends when the last reference goes, and in any case with the tests,
/// even if they crash: a shell that watches over it then reads the end of its input, ends the server by its process
/// identifier and removes the folder.
final class ServerProcess: Sendable {
    let folder: URL
    private let leash: FileHandle

    private static let watch = """
        trap : INT TERM HUP
        folder=$1; shift
        "$@" >"$folder/output.txt" 2>&1 &
        server=$!
        read -r _
        kill "$server"
        wait "$server"
        rm -rf "$folder"
        """

    /// A proxy of the machine would come between the tests and loopback.
    private static let withoutProxies: Void = {
        for name in ["http_proxy", "https_proxy", "all_proxy"] {
            unsetenv(name)
            unsetenv(name.uppercased())
        }
    }()

    /// Starts the program that `command` names once the folder is there, and returns when `url` answers.
    init(readyAt url: URL, _ command: (URL) throws -> [String]) async throws {
        _ = Self.withoutProxies
        folder = FileManager.default.temporaryDirectory.appending(path: "harmony-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let input = Pipe()
        // Were another program to inherit it, the server would outlive the tests.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        leash = input.fileHandleForWriting
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = try ["-c", Self.watch, "sh", folder.path] + command(folder)
        shell.standardInput = input
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.start()
        try await waitUntilReady(url)
    }

    deinit {
        try? leash.close()
    }

    private func waitUntilReady(_ url: URL) async throws {
        let session = URLSessionNetworkSession()
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            let request = NetworkRequest(operation: "server.ready", url: url, timeouts: .init(total: .seconds(5)))
            if (try? await session.response(for: request)) != nil { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        let output = try? String(contentsOf: folder.appending(path: "output.txt"), encoding: .utf8)
        throw Program.Failure(description: "The server did not answer at \(url): \(output ?? "no output")")
    }
}
