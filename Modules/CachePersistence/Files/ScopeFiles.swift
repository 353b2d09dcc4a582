import Foundation

/// The files of one scope: the database and what SQLite keeps beside it.
struct ScopeFiles: Sendable, Hashable {
    let database: URL

    /// Every file that may hold a payload, the database first.
    var all: [URL] {
        ["", "-wal", "-shm", "-journal"].map { URL(filePath: database.path + $0) }
    }

    var exists: Bool { SystemError.mayExist(database.path) }

    /// The bytes that the files occupy together.
    var size: Int {
        all.reduce(0) { total, file in
            var status = stat()
            return stat(file.path, &status) == 0 ? total + Int(status.st_size) : total
        }
    }

    /// Makes an empty database file, readable by its user alone, if there is none.
    ///
    /// SQLite would make it readable by others. An existing file is not opened: closing any descriptor of a file drops
    /// the locks that SQLite holds on it in this process.
    func create() throws(DiskStoreError) {
        guard !exists else { return }
        // A log left behind by a crash must not be taken for the new file's.
        try remove()
        let descriptor = open(database.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .fileSystem(errno, "create") }
        close(descriptor)
    }

    /// Unlinks the files; needs no free space. All are tried; the first failure is thrown.
    func remove() throws(DiskStoreError) {
        var failure: Int32?
        for file in all where unlink(file.path) != 0 && errno != ENOENT && errno != ENOTDIR {
            failure = failure ?? errno
        }
        if let failure { throw .fileSystem(failure, "unlink") }
    }
}
