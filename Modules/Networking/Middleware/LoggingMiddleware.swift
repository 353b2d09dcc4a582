import Foundation

/// Writes down what goes out and what comes back, with secrets replaced. Bodies other than JSON and forms are shown by
/// their size.
public struct LoggingMiddleware: NetworkMiddleware {
    /// How much is written.
    public enum Level: Int, Sendable, Comparable {
        /// Only what failed: no response, or a status of 400 and more.
        case failures
        /// One line when a request has ended.
        case summary
        /// The headers too, and an entry when it starts.
        case headers
        /// The bodies too.
        case bodies

        /// Whether the first writes less.
        public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
    }

    private let level: Level
    private let redaction: Redaction
    private let clock: any Clock<Duration>
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - level: How much.
    ///   - redaction: What is replaced.
    ///   - clock: What durations are measured with.
    ///   - write: Takes an entry of one or more lines, on any thread.
    public init(
        level: Level = .summary, redaction: Redaction = .standard, clock: any Clock<Duration> = ContinuousClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.redaction = redaction
        self.clock = clock
        self.write = write
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let stopwatch = Stopwatch(clock)
        if level >= .headers {
            write("→ " + subject(of: request) + details(request.headers, request.body?.data))
        }
        do throws(NetworkError) {
            let response = try await next(request)
            return response.whenFinished(keeping: level == .bodies ? Redaction.bodyLimit + 1 : 0) { [self] end in
                ended(request, response.head, end, after: stopwatch.elapsed())
            }
        } catch {
            write("✗ \(subject(of: request)): \(error.summary), \(stopwatch.elapsed().milliseconds) ms")
            throw error
        }
    }

    private func subject(of request: NetworkRequest) -> String {
        "\(request.id) \(request.operation) \(request.method) \(redaction.url(request.url))"
    }

    private func ended(
        _ request: NetworkRequest, _ head: NetworkResponse.Head, _ end: BodyEnd, after duration: Duration
    ) {
        // Most requests are not written down at the usual levels, and a subject costs more than the rest of this.
        let error = end.error?.kind == .cancelled ? nil : end.error
        guard level >= .summary || head.statusCode >= 400 || error != nil else { return }
        let subject = subject(of: request)
        let figures = "\(head.statusCode), \(end.count) bytes, \(duration.milliseconds) ms"
        if let error {
            write("✗ \(subject): \(figures), \(error.summary)")
        } else if level >= .headers {
            write("← \(subject): \(figures)" + details(head.headers, end.prefix))
        } else {
            write("\(head.statusCode >= 400 ? "✗" : "✓") \(subject): \(figures)")
        }
    }

    private func details(_ headers: HTTPHeaders, _ body: Data?) -> String {
        var lines = redaction.headers(headers).map { "\n  \($0.name): \($0.value)" }
        if level == .bodies, let body, !body.isEmpty {
            lines.append("\n  " + redaction.body(body, contentType: headers["Content-Type"]))
        }
        return lines.joined()
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
