public import Foundation

/// Fetches a file to disk through any session, a chunk at a time. A broken transfer goes on where it stopped (`Range`
/// with `If-Range`), when the server gave a strong entity tag or a date and the file has not changed; else it starts
/// over. The file appears in its place only when it is complete; nothing is left behind when it is not.
public struct Downloader: Sendable {
    private let session: any NetworkSession
    private let resumptions: Int
    private let base: Duration
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - session: What requests are sent through, usually one with middleware.
    ///   - resumptions: How often a broken transfer goes on.
    ///   - base: The wait before the first of them; it doubles with each.
    ///   - clock: What waits are measured with.
    public init(
        session: any NetworkSession, resumptions: Int = 5, base: Duration = .milliseconds(250),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.session = session
        self.resumptions = resumptions
        self.base = base
        self.clock = clock
    }

    /// What became of a download.
    public enum Outcome: Sendable {
        /// The file is in its place.
        case file(NetworkResponse.Head)
        /// The status is not 2xx: no file, and the first bytes of the body.
        case refused(NetworkResponse)
    }

    /// Downloads to `destination`, over a file that is there. The folder must exist.
    ///
    /// Throws the transport's error when the transfer breaks more often than it may, `file` when the disk fails, and
    /// `cancelled`.
    public func download(
        _ request: NetworkRequest, to destination: URL,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> Outcome {
        let file = try DownloadFile(beside: destination, for: request)
        defer { file.discard() }
        var plan = DownloadPlan()
        var broken = 0
        while true {
            do throws(NetworkError) {
                switch try await fetch(request, &plan, file, progress) {
                case nil: continue
                case .file(let head):
                    try file.move(to: destination)
                    return .file(head)
                case .refused(let response): return .refused(response)
                }
            } catch {
                guard error.isRetryable, plan.isResumable, broken < resumptions else { throw error }
                do { try await clock.sleep(for: base * (1 << broken)) } catch {
                    throw NetworkError(.cancelled, request: request)
                }
                broken += 1
            }
        }
    }

    /// One request; `nil` when the file has to be asked for from the start.
    private func fetch(
        _ request: NetworkRequest, _ plan: inout DownloadPlan, _ file: DownloadFile,
        _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(NetworkError) -> Outcome? {
        let stream = try await session.stream(for: plan.request(request, offset: file.size))
        switch plan.step(for: stream.head, offset: file.size) {
        case .complete: return .file(stream.head)
        case .askAgain:
            plan = DownloadPlan()
            try file.truncate()
            return nil
        case .refuse:
            let body = try await stream.start(Redaction.bodyLimit)
            return .refused(NetworkResponse(head: stream.head, content: .whole(body)))
        case .restart: try file.truncate()
        case .append: break
        }
        for try await chunk in stream {
            try file.append(chunk)
            progress?(TransferProgress(completed: file.size, total: plan.total))
        }
        return .file(stream.head)
    }
}
