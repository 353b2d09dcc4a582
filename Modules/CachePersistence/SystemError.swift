import Foundation

/// What `errno` means.
enum SystemError {
    /// The system's words for a code.
    static func message(_ code: Int32) -> String {
        String(cString: strerror(code))
    }

    /// Whether the code says that there is no room.
    static func isFull(_ code: Int32) -> Bool {
        [ENOSPC, EDQUOT, EFBIG].contains(code)
    }
}
