import Foundation

/// A body written to a private temporary file, so that it can be sent with its length and without holding it in
/// memory. The file goes when the last reference does.
final class BodyFile: Sendable {
    let url: URL

    /// Writes what the source yields. Throws the source's error, or the file system's.
    init(_ source: HTTPBody.Source) async throws {
        url = try PrivateFile.make(in: FileManager.default.temporaryDirectory, prefix: "body-")
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        for try await chunk in try await source() { try file.write(contentsOf: chunk) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
