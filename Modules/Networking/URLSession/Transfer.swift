import Foundation
import ModuleSupport
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One send: the shell around ``TransferState``. The delegate feeds it, one reader waits on it, the session's
/// ``DeadlineKeeper`` watches it, and whoever ends it first decides how it ended.
final class Transfer: Sendable {
    typealias State = TransferState<CheckedContinuation<Void, Never>>

    private struct Guarded {
        var state: State
        var deadlines: Deadlines
        var task: URLSessionTask?
        var wasChallenged = false
        /// Held until the task has completed: it may be reading a temporary file.
        var body: TransferBody?
    }

    /// How many there are in the process: all its sessions share one queue of the platform's.
    private static let count = Atomic(0)

    let request: NetworkRequest
    /// Whether it was the only one when it began. Of those that exist at the same time one at most can say so, and so
    /// one thread at most can be held up by creating a task in place.
    let isAlone: Bool
    private let guarded: Locked<Guarded>
    private let keeper: DeadlineKeeper
    /// On the keeper's stopwatch.
    private let start: Duration
    /// Where the task is cancelled: never on the caller's executor, which that can block.
    private let queue: DispatchQueue

    init(request: NetworkRequest, state: State, keeper: DeadlineKeeper, queue: DispatchQueue) {
        isAlone = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        self.request = request
        self.keeper = keeper
        start = keeper.stopwatch.elapsed()
        self.queue = queue
        guarded = Locked(Guarded(state: state, deadlines: Deadlines(request.timeouts)))
    }

    deinit {
        Self.count.wrappingSubtract(1, ordering: .relaxed)
    }

    // MARK: Reader

    /// Waits until the condition holds or the transfer has ended. Cancelling the caller's task ends the transfer.
    func wait(for condition: State.Condition) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = guarded.withLock { $0.state.wait(for: condition, continuation) }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            stop(.cancelled)
        }
    }

    /// The head, or why there is none.
    func head() throws(NetworkError) -> NetworkResponse.Head {
        let (head, end) = guarded.withLock { ($0.state.head, $0.state.end) }
        if let head { return head }
        try end?.get()
        throw NetworkError(.malformedResponse, request: request)
    }

    /// What has arrived since the last call; throws when nothing is left and the transfer failed.
    func takeBuffer() throws(NetworkError) -> Data {
        let (data, end) = guarded.withLock { ($0.state.takeBuffer(), $0.state.end) }
        if data.isEmpty { try end?.get() }
        return data
    }

    /// Throws if the transfer has failed.
    func checkEnd() throws(NetworkError) {
        try guarded.withLock { $0.state.end }?.get()
    }

    // MARK: Start and stop

    var hasEnded: Bool { guarded.withLock { $0.state.end != nil } }

    func keep(_ body: TransferBody) {
        guarded.withLock { $0.body = body }
    }

    /// Called once the task runs.
    func started(_ task: URLSessionTask) {
        let isOver = guarded.withLock { guarded in
            guarded.task = task
            return guarded.state.end != nil
        }
        if isOver { task.cancel() }
    }

    /// Ends the transfer from this side. The reader goes on at once; the task is stopped on the queue.
    func stop(_ kind: NetworkError.Kind) {
        stop(NetworkError(kind, request: request))
    }

    func stop(_ error: NetworkError) {
        perform(guarded.withLock { $0.state.stop(error) })
    }

    /// The deadline that comes first, and how long it is until then.
    func nextDeadline() -> (deadline: NetworkError.Deadline, remaining: Duration) {
        let elapsed = elapsed
        return guarded.withLock { $0.deadlines.next(at: elapsed) }
    }

    private var elapsed: Duration { keeper.stopwatch.elapsed() - start }

    // MARK: Delegate

    /// The server took body bytes.
    func sent(_ bytes: Int64, of total: Int64?) {
        let elapsed = elapsed
        let hasEnded = guarded.withLock { guarded in
            guarded.deadlines.reaction(at: elapsed)
            return guarded.state.end != nil
        }
        if !hasEnded { request.observer?(.sentBody(bytes: bytes, of: total)) }
    }

    func received(head: NetworkResponse.Head) {
        let elapsed = elapsed
        let action = guarded.withLock { guarded in
            guarded.deadlines.reaction(at: elapsed)
            return guarded.state.receive(head: head)
        }
        if !action.isLate { request.observer?(.receivedHead(head)) }
        perform(action)
    }

    func received(data: Data) {
        let elapsed = elapsed
        let action = guarded.withLock { guarded in
            guarded.deadlines.reaction(at: elapsed)
            return guarded.state.receive(data: data)
        }
        if !action.isLate { request.observer?(.receivedBody(bytes: data.count)) }
        perform(action)
    }

    /// The server asks for credentials that a session never has. The response was delivered before the question, so
    /// that the cancellation which answers it means "take the 401 as it is".
    func challenged() {
        guarded.withLock { $0.wasChallenged = true }
    }

    func completed(_ error: (any Error)?) {
        // Only the delegate's serial queue changes these three. The body may delete a file when it goes: not in here.
        let (hasHead, wasChallenged, body) = guarded.withLock { guarded in
            guarded.task = nil
            defer { guarded.body = nil }
            return (guarded.state.head != nil, guarded.wasChallenged, guarded.body)
        }
        defer { withExtendedLifetime(body) {} }
        var result: Result<Void, NetworkError> = .success(())
        if let error, !(wasChallenged && hasHead) {
            let kind = NetworkError.Kind(transportError: error, hasHead: hasHead)
            result = .failure(NetworkError(kind, request: request, underlying: error))
        }
        perform(guarded.withLock { [result] in $0.state.complete(result) })
    }

    private func perform(_ action: State.Action) {
        if action.didEnd {
            let (end, task) = guarded.withLock { ($0.state.end, $0.task) }
            keeper.remove(self)
            if action.stopsTask, let task { queue.async { task.cancel() } }
            if case .failure(let error) = end {
                request.observer?(.finished(error))
            } else {
                request.observer?(.finished(nil))
            }
        }
        action.waiter?.resume()
    }
}
