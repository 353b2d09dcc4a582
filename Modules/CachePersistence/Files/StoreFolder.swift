import CacheManagement
import Foundation

/// The private folder that holds one database file a scope.
struct StoreFolder: Sendable {
    let url: URL

    /// The files of a scope, whether they exist or not.
    func files(of scope: CacheScope) -> ScopeFiles {
        ScopeFiles(database: url.appending(path: ScopeName(scope).fileName))
    }

    /// The files of every scope that has any.
    func allFiles() throws(DiskStoreError) -> [ScopeFiles] {
        guard exists else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            throw .fileSystem(cause.map { Int32(clamping: $0.code) } ?? EIO, "list")
        }
        // A scope counts also when only the file beside its database was left behind.
        let databases = names.compactMap { name -> String? in
            guard let end = name.range(of: ScopeName.suffix, options: .backwards)?.upperBound else { return nil }
            return String(name[..<end])
        }
        return Set(databases).sorted().map { ScopeFiles(database: url.appending(path: $0)) }
    }

    var exists: Bool { SystemError.mayExist(url.path) }

    /// Makes the folder, open to its user alone.
    ///
    /// A folder that is there already is tightened; one that belongs to somebody else, or is a link, is refused.
    func create() throws(DiskStoreError) {
        var status = stat()
        if lstat(url.path, &status) != 0 {
            let parent = url.deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw .fileSystem(errno, "mkdir") }
            guard lstat(url.path, &status) == 0 else { throw .fileSystem(errno, "stat") }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .fileSystem(ENOTDIR, "open") }
        guard status.st_uid == geteuid() else { throw .fileSystem(EPERM, "open") }
        guard status.st_mode & 0o077 == 0 || chmod(url.path, 0o700) == 0 else { throw .fileSystem(errno, "chmod") }
    }

    /// Runs `body` while no other process, and no other store of this one, creates, replaces or unlinks files here.
    ///
    /// Without it two processes could end up with one database and two write-ahead logs. The lock is never held beyond
    /// the call.
    func locked<Result>(
        timeout: Duration, _ body: () throws(DiskStoreError) -> Result
    ) throws(DiskStoreError) -> Result {
        let descriptor = open(url.appending(path: "lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .fileSystem(errno, "lock") }
        defer { close(descriptor) }  // and with it the lock
        let step: Duration = .milliseconds(5)
        var waited: Duration = .zero
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .fileSystem(errno, "lock") }
            guard waited < timeout else {
                throw .busy(DiskStoreError.Fault(source: .fileSystem, code: EWOULDBLOCK, message: "lock: in use"))
            }
            usleep(UInt32(step.milliseconds) * 1000)
            waited += step
        }
        return try body()
    }
}
