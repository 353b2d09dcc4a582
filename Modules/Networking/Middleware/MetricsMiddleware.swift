import Foundation
import ModuleSupport

/// Measures every request that passes, and sums by operation. Put it outermost to count waiting and retries in. Figures
/// come from the layer's own clock and the transport's events, never from the platform's metrics, which Linux does not
/// deliver. Safe to use from any thread.
public final class MetricsMiddleware: NetworkMiddleware {
    private let clock: any Clock<Duration>
    private let report: (@Sendable (RequestMetrics) -> Void)?
    private let sums = Locked<[String: MetricsSummary]>([:])

    /// - Parameters:
    ///   - clock: What is measured with.
    ///   - report: Told about each request when it has ended, on any thread.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), report: (@Sendable (RequestMetrics) -> Void)? = nil
    ) {
        self.clock = clock
        self.report = report
    }

    /// The sums so far, by operation.
    public var byOperation: [String: MetricsSummary] { sums.withLock { $0 } }

    /// The sum over all operations.
    public var total: MetricsSummary {
        byOperation.values.reduce(into: MetricsSummary()) { $0.add($1) }
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let recorder = MetricsRecorder(request, Stopwatch(clock))
        let observed = request.observing { recorder.note($0) }
        do throws(NetworkError) {
            let response = try await next(observed)
            return response.whenFinished { [self] end in
                finish(recorder.finish(response.head, end, end.error?.kind))
            }
        } catch {
            finish(recorder.finish(nil, BodyEnd(), error.kind))
            throw error
        }
    }

    private func finish(_ metrics: RequestMetrics) {
        sums.withLock { $0[metrics.operation, default: MetricsSummary()].add(metrics) }
        report?(metrics)
    }
}

/// Collects the events of one request.
final class MetricsRecorder: Sendable {
    private let metrics: Locked<RequestMetrics>
    private let stopwatch: Stopwatch

    init(_ request: NetworkRequest, _ stopwatch: Stopwatch) {
        metrics = Locked(RequestMetrics(request))
        self.stopwatch = stopwatch
    }

    func note(_ event: TransferEvent) {
        let elapsed = stopwatch.elapsed()
        metrics.withLock { $0.note(event, at: elapsed) }
    }

    /// A transport without events still has a status and a size.
    func finish(_ head: NetworkResponse.Head?, _ end: BodyEnd, _ failure: NetworkError.Kind?) -> RequestMetrics {
        let elapsed = stopwatch.elapsed()
        return metrics.withLock { metrics in
            metrics.done = elapsed
            metrics.failure = failure
            if let head { metrics.statusCode = head.statusCode }
            if metrics.sends == 0 { metrics.bytesReceived = Int64(end.count) }
            return metrics
        }
    }
}

extension MetricsSummary {
    fileprivate mutating func add(_ other: MetricsSummary) {
        requests += other.requests
        sends += other.sends
        failures += other.failures
        bytesSent += other.bytesSent
        bytesReceived += other.bytesReceived
        queued += other.queued
        duration += other.duration
    }
}
