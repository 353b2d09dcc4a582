/// Why the disk tier could not do its work.
///
/// No case means that data is wrong: a cache goes on without its disk, and what was not read is loaded again.
public enum DiskStoreError: Error, Sendable {
    /// The file was damaged and the file that replaced it is damaged too. One damaged file is no error: it is replaced,
    /// and the store's `report` is told.
    case corrupt(Fault)
    /// The folder or the file cannot be opened, read or written now: permissions, or a device that is locked. The file is
    /// kept, and a later call may succeed.
    case unavailable(Fault)
    /// There is no room on the disk.
    case full(Fault)
    /// Another process kept the file locked for longer than the busy timeout.
    case busy(Fault)
    /// SQLite refused for another reason.
    case failed(Fault)
    /// A write was not tried, because one failed less than the pause ago (see ``DiskStoreConfiguration/writePause``).
    case writesPaused
    /// The entry is larger than one entry may be. Its key has no entry on disk any more.
    case entryTooLarge(bytes: Int, limit: Int)
    /// The store is suspended (see ``DiskStore/suspend()``).
    case suspended
    /// The caller's task was cancelled between two steps of a long call.
    case cancelled
    /// The value could not be encoded; the encoder's error is kept.
    case encoding(any Error)

    /// What the system or SQLite said. Never holds a key or a payload.
    public struct Fault: Error, Hashable, Sendable {
        /// Who said it.
        public enum Source: Hashable, Sendable {
            /// SQLite; the code is its extended result code.
            case sqlite
            /// The file system; the code is `errno`.
            case fileSystem
        }
        /// Who said it.
        public let source: Source
        /// The code, in the source's own numbering.
        public let code: Int32
        /// The source's own words.
        public let message: String
    }

    /// The fault behind the error, if there is one.
    public var fault: Fault? {
        switch self {
        case .corrupt(let fault), .unavailable(let fault), .full(let fault), .busy(let fault), .failed(let fault): fault
        case .writesPaused, .entryTooLarge, .suspended, .cancelled, .encoding: nil
        }
    }

    /// Whether the next write would fail in the same way, so that it is not worth a try for a while.
    var pausesWrites: Bool {
        switch self {
        case .full, .unavailable, .corrupt: true
        case .busy, .failed, .writesPaused, .entryTooLarge, .suspended, .cancelled, .encoding: false
        }
    }
}

extension DiskStoreError: CustomStringConvertible {
    /// One line that says what is wrong.
    public var description: String {
        switch self {
        case .corrupt(let fault): "the cache file is damaged: \(fault.message)"
        case .unavailable(let fault): "the cache file cannot be used now: \(fault.message)"
        case .full(let fault): "there is no room for the cache: \(fault.message)"
        case .busy(let fault): "the cache file is in use: \(fault.message)"
        case .failed(let fault): "the cache file cannot be used: \(fault.message) (\(fault.code))"
        case .writesPaused: "the cache is not written to for a while, because a write failed"
        case .entryTooLarge(let bytes, let limit): "an entry of \(bytes) bytes is larger than the limit of \(limit)"
        case .suspended: "the cache file is closed while the app is suspended"
        case .cancelled: "cancelled"
        case .encoding(let error): "the value cannot be encoded: \(error)"
        }
    }
}

extension DiskStoreError {
    /// Classifies what SQLite said.
    init(_ error: SQLiteError) {
        let fault = Fault(source: .sqlite, code: error.code, message: error.message)
        self =
            if error.isCorruption { .corrupt(fault) } else if error.isFull { .full(fault) } else if error.isBusy {
                .busy(fault)
            } else if error.isUnavailable { .unavailable(fault) } else { .failed(fault) }
    }

    /// What the file system said; read `errno` before anything else changes it.
    static func fileSystem(_ code: Int32, _ what: String) -> DiskStoreError {
        let fault = Fault(source: .fileSystem, code: code, message: "\(what): \(SystemError.message(code))")
        return SystemError.isFull(code) ? .full(fault) : .unavailable(fault)
    }
}
