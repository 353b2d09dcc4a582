import Foundation

/// What a download knows of the file it fetches, and what to make of each response; no files and no connections.
struct DownloadPlan: Sendable {
    /// What to do with a response.
    enum Step: Equatable, Sendable {
        /// Its body goes on where the file ends.
        case append
        /// Its body is the file from the start.
        case restart
        /// The file is already complete.
        case complete
        /// Not a download's response: the caller's business.
        case refuse
        /// What is there cannot be used; ask for all of it.
        case askAgain
    }

    /// Proves that two responses are parts of the same file: a strong entity tag or a date (RFC 9110 §13.1.5).
    private var validator: String?
    private(set) var total: Int64?

    /// The request for what is missing after `offset` bytes.
    func request(_ request: NetworkRequest, offset: Int64) -> NetworkRequest {
        var request = request
        // Positions count the bytes of the file, not of a compressed form of it.
        request.headers["Accept-Encoding"] = "identity"
        if offset > 0, let validator {
            request.headers["Range"] = "bytes=\(offset)-"
            request.headers["If-Range"] = validator
        }
        return request
    }

    /// Whether a broken download may go on where it stopped.
    var isResumable: Bool { validator != nil }

    mutating func step(for head: NetworkResponse.Head, offset: Int64) -> Step {
        let range = Self.contentRange(head.headers["Content-Range"])
        switch head.statusCode {
        case 206:
            guard let range, range.start == offset else { return offset > 0 ? .askAgain : .refuse }
            total = range.total
            return .append
        case 416:
            if let total = range?.total, total == offset, offset > 0 { return .complete }
            return offset > 0 ? .askAgain : .refuse
        case 200..<300:
            let isEncoded = head.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
            total = isEncoded ? nil : head.headers["Content-Length"].flatMap { Int64($0) }
            let tag = head.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
            let allowsRanges = head.headers["Accept-Ranges"]?.lowercased() != "none"
            validator = isEncoded || !allowsRanges ? nil : tag ?? head.headers["Last-Modified"]
            return .restart
        default: return .refuse
        }
    }

    /// `bytes 5-9/10` or `bytes */10`.
    private static func contentRange(_ text: String?) -> (start: Int64?, total: Int64?)? {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2 else { return nil }
        return (Int64(parts[0].prefix { $0 != "-" }), Int64(parts[1]))
    }
}
