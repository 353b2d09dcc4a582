import ModuleSupport
import Networking

/// Holds answers back while it is closed, so that a session can change what happens before one arrives.
final class AnswerGate: NetworkMiddleware {
    private struct State {
        var isClosed = false
        var held: [CheckedContinuation<Void, Never>] = []
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        do throws(NetworkError) {
            let response = try await next(request)
            await withCheckedContinuation { pass($0) }
            return response
        } catch {
            // There will be no answer to hold back; who waits for one must not wait for ever.
            wake()
            throw error
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
    }

    func open() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isClosed = false
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until an answer is held back, or a request fails.
    func waitForArrival() async {
        await withCheckedContinuation { continuation in
            let isHolding = state.withLock { state in
                if state.held.isEmpty { state.observers.append(continuation) }
                return !state.held.isEmpty
            }
            if isHolding { continuation.resume() }
        }
    }

    private func wake() {
        let observers = state.withLock { state in
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.resume() }
    }

    private func pass(_ continuation: CheckedContinuation<Void, Never>) {
        let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.isClosed else { return [continuation] }
            defer { state.observers = [] }
            state.held.append(continuation)
            return state.observers
        }
        for continuation in resumed { continuation.resume() }
    }
}
