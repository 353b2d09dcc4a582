import Foundation

/// What `errno` means.
enum SystemError {
    /// The system's words for a code.
    static func message(_ code: Int32) -> String {
        String(cString: strerror(code))
    }

    /// Whether there is a file, or one that cannot be seen: only a clear "no" may count as nothing to read or to clear.
    static func mayExist(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// Whether the code says that there is no room.
    static func isFull(_ code: Int32) -> Bool {
        [ENOSPC, EDQUOT, EFBIG].contains(code)
    }
}
