public import Foundation
import ModuleSupport

/// Records what passes as an HTTP Archive (HAR 1.2), which the developer tools of browsers open. Secrets are replaced
/// when an entry is made, so none is kept. Safe to use from any thread.
public final class HARRecorder: NetworkMiddleware {
    private let limit: Int
    private let redaction: Redaction
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let entries = Locked<[HARArchive.Entry]>([])

    /// - Parameters:
    ///   - limit: The most entries that are kept; the oldest go first.
    ///   - redaction: What is replaced.
    ///   - clock: What durations are measured with.
    ///   - now: The date of an entry.
    public init(
        limit: Int = 1_000, redaction: Redaction = .standard, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        self.redaction = redaction
        self.clock = clock
        self.now = now
    }

    /// The archive so far, as JSON.
    public func archive() throws(NetworkError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(HARArchive(log: .init(entries: entries.withLock { $0 })))
        } catch {
            throw NetworkError(.bodyEncoding, underlying: error)
        }
    }

    /// Writes the archive to a file that only its owner may read, in place of one that is there.
    public func write(to url: URL) throws(NetworkError) {
        let data = try archive()
        do {
            try PrivateFile.replace(url, with: data)
        } catch {
            throw NetworkError(.file, underlying: error)
        }
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let date = now()
        let recorder = MetricsRecorder(request, Stopwatch(clock))
        let observed = request.observing { recorder.note($0) }
        do throws(NetworkError) {
            let response = try await next(observed)
            return response.whenFinished(keeping: Redaction.bodyLimit) { [self] end in
                add(date, request, recorder.finish(response.head, end, end.error?.kind), response.head, end, end.error)
            }
        } catch {
            add(date, request, recorder.finish(nil, BodyEnd(), error.kind), nil, BodyEnd(), error)
            throw error
        }
    }

    private func add(
        _ date: Date, _ request: NetworkRequest, _ metrics: RequestMetrics, _ head: NetworkResponse.Head?,
        _ end: BodyEnd,
        _ error: NetworkError?
    ) {
        let type = head?.headers["Content-Type"] ?? ""
        // A part of a body cannot be searched for secrets, so only a whole one is kept.
        let text = end.count == end.prefix.count ? redaction.body(end.prefix, contentType: type) : nil
        let timings = HARArchive.Timings(metrics)
        let entry = HARArchive.Entry(
            startedDateTime: ISO8601.format(date), time: timings.total, request: archived(request),
            response: HARArchive.Response(
                status: head?.statusCode ?? 0, headers: archived(head?.headers ?? [:]),
                content: .init(size: end.count, mimeType: type, text: text),
                redirectURL: head?.headers["Location"].flatMap { URL(string: $0) }.map(redaction.url) ?? "",
                bodySize: end.count, _error: error?.summary),
            timings: timings, _operation: request.operation)
        entries.withLock { [limit] entries in
            entries.append(entry)
            if entries.count > limit { entries.removeFirst(entries.count - limit) }
        }
    }

    private func archived(_ request: NetworkRequest) -> HARArchive.Request {
        let type = request.headers["Content-Type"] ?? ""
        let url = redaction.url(request.url)
        let items = URLComponents(string: url)?.queryItems ?? []
        return HARArchive.Request(
            method: request.method.rawValue, url: url, headers: archived(request.headers),
            queryString: items.map { .init(name: $0.name, value: $0.value ?? "") },
            postData: request.body.map { body in
                .init(mimeType: type, text: body.data.map { redaction.body($0, contentType: type) } ?? "")
            },
            bodySize: request.body.map { $0.data?.count ?? -1 } ?? 0)
    }

    private func archived(_ headers: HTTPHeaders) -> [HARArchive.NameValue] {
        redaction.headers(headers).map { .init(name: $0.name, value: $0.value) }
    }
}

extension HARArchive.Timings {
    init(_ metrics: RequestMetrics) {
        // To the microsecond: whole milliseconds make most of what a cache or a server nearby answers zero.
        func milliseconds(_ duration: Duration) -> Double { max(0, (duration / .microseconds(1)).rounded() / 1_000) }
        let sent = metrics.sent ?? .zero
        let firstByte = metrics.firstByte ?? metrics.done
        self.init(
            blocked: milliseconds(sent), send: 0, wait: milliseconds(firstByte - sent),
            receive: milliseconds(metrics.done - firstByte))
    }

    var total: Double { [blocked, dns, connect, send, wait, receive].filter { $0 >= 0 }.reduce(0, +) }
}
