import Foundation
import ModuleSupport

/// The unfinished file of a download, beside the place where it will be.
final class DownloadFile: Sendable {
    private let url: URL
    private let handle: FileHandle
    private let request: NetworkRequest
    private let count = Locked<Int64>(0)

    init(beside destination: URL, for request: NetworkRequest) throws(NetworkError) {
        self.request = request
        do {
            url = try PrivateFile.make(in: destination.deletingLastPathComponent(), prefix: ".download-")
            handle = try FileHandle(forWritingTo: url)
        } catch {
            throw NetworkError(.file, request: request, underlying: error)
        }
    }

    var size: Int64 { count.withLock { $0 } }

    func append(_ data: Data) throws(NetworkError) {
        try perform { try handle.write(contentsOf: data) }
        count.withLock { $0 += Int64(data.count) }
    }

    func truncate() throws(NetworkError) {
        try perform { try handle.truncate(atOffset: 0) }
        count.withLock { $0 = 0 }
    }

    func move(to destination: URL) throws(NetworkError) {
        try perform {
            try handle.close()
            try PrivateFile.move(url, to: destination)
        }
    }

    /// Removes what has not been moved.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: url)
    }

    private func perform(_ body: () throws -> Void) throws(NetworkError) {
        do { try body() } catch { throw NetworkError(.file, request: request, underlying: error) }
    }
}
