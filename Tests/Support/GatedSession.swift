import ModuleSupport
public import Networking

/// A session that records what is sent, and holds answers back until a test lets them go: for races whose order a test
/// decides, without sleeping.
///
/// The answer is made when the request arrives, and held after that; so a late answer is one from the past. Cancelling
/// a caller whose answer is held ends it at once.
public final class GatedSession: NetworkSession {
    /// Makes the answer to a request.
    public typealias Answer = @Sendable (NetworkRequest) async throws(NetworkError) -> NetworkResponse

    private typealias Turn = CheckedContinuation<Bool, Never>

    private struct State {
        var requests: [NetworkRequest] = []
        var closed: Set<String> = []
        var held: [(request: NetworkRequest, turn: Turn)] = []
        /// Cancelled, perhaps before they were held.
        var cancelled: Set<NetworkRequest.ID> = []
        var observers: [(operation: String, count: Int, turn: CheckedContinuation<Void, Never>)] = []

        func heldCount(_ operation: String) -> Int { held.count { $0.request.operation == operation } }

        mutating func satisfied() -> [CheckedContinuation<Void, Never>] {
            let waiting = observers
            observers = waiting.filter { heldCount($0.operation) < $0.count }
            return waiting.filter { heldCount($0.operation) >= $0.count }.map(\.turn)
        }
    }

    private let answer: Answer
    private let state = Locked(State())

    /// A session, open at first, that answers by `answer`.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// What was sent, in order of arrival.
    public var requests: [NetworkRequest] { state.withLock { $0.requests } }

    /// How often an operation was sent.
    public func count(_ operation: String) -> Int { requests.count { $0.operation == operation } }

    /// Holds the answers of an operation from now on.
    public func hold(_ operation: String) {
        state.withLock { _ = $0.closed.insert(operation) }
    }

    /// Lets go the answers of an operation that are held, in order, and holds no more.
    public func release(_ operation: String) {
        let turns = state.withLock { state in
            state.closed.remove(operation)
            let turns = state.held.filter { $0.request.operation == operation }.map(\.turn)
            state.held.removeAll { $0.request.operation == operation }
            return turns
        }
        turns.forEach { $0.resume(returning: true) }
    }

    /// Waits until that many answers of an operation are held.
    public func waitForHeld(_ operation: String, _ count: Int = 1) async {
        await withCheckedContinuation { (turn: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state in
                if state.heldCount(operation) >= count { return true }
                state.observers.append((operation, count, turn))
                return false
            }
            if isReady { turn.resume() }
        }
    }

    /// Answers, now or when the test lets the answer go.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        state.withLock { $0.requests.append(request) }
        let response = try await answer(request)
        let isReleased = await withTaskCancellationHandler {
            await withCheckedContinuation { (turn: Turn) in
                let (isOpen, observers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.contains(request.id) { return (false, []) }
                    if !state.closed.contains(request.operation) { return (true, []) }
                    state.held.append((request, turn))
                    return (nil, state.satisfied())
                }
                if let isOpen { turn.resume(returning: isOpen) }
                observers.forEach { $0.resume() }
            }
        } onCancel: {
            let turn = state.withLock { state -> Turn? in
                state.cancelled.insert(request.id)
                guard let index = state.held.firstIndex(where: { $0.request.id == request.id }) else { return nil }
                return state.held.remove(at: index).turn
            }
            turn?.resume(returning: false)
        }
        guard isReleased else { throw NetworkError(.cancelled, request: request) }
        return response
    }
}
