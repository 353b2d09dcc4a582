package import Foundation

/// The states of one transfer, without threads, clocks or `URLSession`: each event changes the state and says what the
/// shell must do. Generic over what waits, so that a test can drive every transition by hand.
///
/// running(no head) → running(head) → ended. The first end counts: whatever the transport reports later changes
/// nothing.
package struct TransferState<Waiter: Sendable>: Sendable {
    /// What the reader waits for.
    package enum Condition: Sendable {
        case head, chunk, end
    }

    /// What the shell does after an event, outside the lock.
    package struct Action: Sendable {
        /// To be resumed.
        package var waiter: Waiter?
        /// The transport's task must be told to stop.
        package var stopsTask = false
        /// The event ended the transfer.
        package var didEnd = false
        /// The event came after the end and was ignored.
        package var isLate = false
    }

    package private(set) var head: NetworkResponse.Head?
    package private(set) var buffer = Data()
    package private(set) var end: Result<Void, NetworkError>?
    private var waiting: (condition: Condition, waiter: Waiter)?
    /// The most bytes that may lie here unread.
    private let bufferLimit: Int
    private let overflow: NetworkError.Kind
    private let request: NetworkRequest

    /// A transfer whose whole body is kept until it ends.
    package static func whole(_ request: NetworkRequest) -> TransferState {
        let limit = request.maximumBodyBytes
        return TransferState(bufferLimit: limit, overflow: .bodyTooLarge(limit: limit), request: request)
    }

    /// A transfer whose body is read while it arrives.
    package static func stream(_ request: NetworkRequest, bufferLimit: Int) -> TransferState {
        TransferState(bufferLimit: bufferLimit, overflow: .readerTooSlow(limit: bufferLimit), request: request)
    }

    private init(bufferLimit: Int, overflow: NetworkError.Kind, request: NetworkRequest) {
        self.bufferLimit = bufferLimit
        self.overflow = overflow
        self.request = request
    }

    package mutating func receive(head: NetworkResponse.Head) -> Action {
        guard end == nil else { return Action(isLate: true) }
        self.head = head
        return Action(waiter: takeReadyWaiter())
    }

    package mutating func receive(data: Data) -> Action {
        guard end == nil else { return Action(isLate: true) }
        guard buffer.count + data.count <= bufferLimit else {
            buffer = Data()
            return stop(NetworkError(overflow, request: request))
        }
        // Most bodies come in one piece, which need not be copied.
        if buffer.isEmpty { buffer = data } else { buffer.append(data) }
        return Action(waiter: takeReadyWaiter())
    }

    /// The transport's task is over.
    package mutating func complete(_ result: Result<Void, NetworkError>) -> Action {
        guard end == nil else { return Action(isLate: true) }
        end = result
        return Action(waiter: takeReadyWaiter(), didEnd: true)
    }

    /// The layer ends the transfer: cancellation, a deadline, a limit, a closed session.
    package mutating func stop(_ error: NetworkError) -> Action {
        var action = complete(.failure(error))
        action.stopsTask = !action.isLate
        return action
    }

    /// Keeps the waiter until its condition holds; `false` when it holds already.
    package mutating func wait(for condition: Condition, _ waiter: Waiter) -> Bool {
        guard !holds(condition) else { return false }
        waiting = (condition, waiter)
        return true
    }

    /// What has arrived since the last call.
    package mutating func takeBuffer() -> Data {
        defer { buffer = Data() }
        return buffer
    }

    private func holds(_ condition: Condition) -> Bool {
        if end != nil { return true }
        return switch condition {
        case .head: head != nil
        case .chunk: !buffer.isEmpty
        case .end: false
        }
    }

    private mutating func takeReadyWaiter() -> Waiter? {
        guard let (condition, waiter) = waiting, holds(condition) else { return nil }
        waiting = nil
        return waiter
    }
}
