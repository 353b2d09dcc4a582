import Foundation

/// What one request cost, in time since it entered the metrics middleware.
public struct RequestMetrics: Sendable {
    /// The request.
    public let requestID: NetworkRequest.ID
    /// Its operation.
    public let operation: String
    /// How often it was handed to a connection; 0 for an answer that needed none.
    public internal(set) var sends = 0
    /// When the first send began; what lies before is waiting.
    public internal(set) var sent: Duration?
    /// When the last head arrived.
    public internal(set) var firstByte: Duration?
    /// When the body had ended.
    public internal(set) var done: Duration = .zero
    /// Body bytes sent, over all sends.
    public internal(set) var bytesSent: Int64 = 0
    /// Body bytes received, over all sends.
    public internal(set) var bytesReceived: Int64 = 0
    /// The last status; `nil` when there was none.
    public internal(set) var statusCode: Int?
    /// Why it failed; `nil` when it did not.
    public internal(set) var failure: NetworkError.Kind?

    /// How long it waited before it was sent.
    public var queued: Duration { sent ?? done }

    init(_ request: NetworkRequest) {
        requestID = request.id
        operation = request.operation
    }

    mutating func note(_ event: TransferEvent, at elapsed: Duration) {
        switch event {
        case .started:
            sends += 1
            sent = sent ?? elapsed
        case .sentBody(let bytes, _): bytesSent += bytes
        case .receivedHead(let head):
            firstByte = elapsed
            statusCode = head.statusCode
        case .receivedBody(let bytes): bytesReceived += Int64(bytes)
        case .finished: break
        }
    }
}

/// The sum over many requests.
public struct MetricsSummary: Sendable, Hashable {
    /// How many requests have ended.
    public internal(set) var requests = 0
    /// How often requests were handed to a connection.
    public internal(set) var sends = 0
    /// How many gave no response.
    public internal(set) var failures = 0
    /// Body bytes sent.
    public internal(set) var bytesSent: Int64 = 0
    /// Body bytes received.
    public internal(set) var bytesReceived: Int64 = 0
    /// Time spent waiting before sending.
    public internal(set) var queued: Duration = .zero
    /// Time from entry to end.
    public internal(set) var duration: Duration = .zero

    /// Nothing yet.
    public init() {}

    mutating func add(_ metrics: RequestMetrics) {
        requests += 1
        sends += metrics.sends
        failures += metrics.failure == nil ? 0 : 1
        bytesSent += metrics.bytesSent
        bytesReceived += metrics.bytesReceived
        queued += metrics.queued
        duration += metrics.done
    }
}
