package import Foundation

/// Files that only their owner may read.
package enum PrivateFile {
    /// Makes an empty file with a name of its own.
    package static func make(in folder: URL, prefix: String) throws -> URL {
        let url = folder.appendingPathComponent(prefix + UUID().uuidString)
        try create(url)
        return url
    }

    /// Makes an empty file, mode 0600, in place of one that is there.
    package static func create(_ url: URL) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
    }

    /// Writes the file beside its place and moves it there, so that a reader sees the old one or the new one.
    package static func replace(_ url: URL, with data: Data) throws {
        let draft = try make(in: url.deletingLastPathComponent(), prefix: ".draft-")
        do {
            let file = try FileHandle(forWritingTo: draft)
            try file.write(contentsOf: data)
            try file.close()
            try move(draft, to: url)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }

    /// Moves in one step, over a file that is there.
    package static func move(_ source: URL, to target: URL) throws {
        guard rename(source.path, target.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
}
