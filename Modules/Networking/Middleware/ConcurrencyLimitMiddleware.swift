import Foundation
import ModuleSupport

/// How urgent a request is among those that wait for the same host.
public enum RequestPriority: Int, Sendable, Hashable, Comparable {
    /// Prefetching and the like.
    case low
    /// The usual.
    case normal
    /// What a user looks at.
    case high

    /// Whether the first is less urgent.
    public static func < (first: RequestPriority, second: RequestPriority) -> Bool { first.rawValue < second.rawValue }
}

/// Lets only so many requests to one host run at a time; the others wait, the most urgent first and in order of arrival
/// within a priority. A streamed response counts until its body has ended or was let go. Cancelling a waiting request
/// ends its wait at once. Safe to use from any thread.
public final class ConcurrencyLimitMiddleware: NetworkMiddleware {
    fileprivate struct Waiter {
        let id: Int
        let priority: RequestPriority
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Host {
        var running = 0
        var waiters: [Waiter] = []
    }

    private struct State {
        var hosts: [String: Host] = [:]
        var lastID = 0

        /// The next waiter takes over the place that has become free.
        mutating func release(_ name: String) -> Waiter? {
            guard var host = hosts[name] else { return nil }
            // The first of the highest priority: `max` would give the last.
            let next = host.waiters.indices.max { host.waiters[$0].precedes(host.waiters[$1]) }
            let waiter = next.map { host.waiters.remove(at: $0) }
            if waiter == nil { host.running -= 1 }
            hosts[name] = host.running == 0 ? nil : host
            return waiter
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// At most `perHost` requests to each host (name and port).
    public init(perHost: Int) {
        limit = max(1, perHost)
    }

    /// How many requests wait now.
    public var waitingCount: Int { state.withLock { $0.hosts.values.reduce(0) { $0 + $1.waiters.count } } }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        let host = "\(request.url.host ?? ""):\(request.url.port ?? 0)"
        guard await enter(host, request.priority) else { throw NetworkError(.cancelled, request: request) }
        let place = Place { [self] in leave(host) }
        return try await next(request).whenFinished { _ in place.release() }
    }

    /// `false` when the caller was cancelled.
    private func enter(_ name: String, _ priority: RequestPriority) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decision = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.hosts[name, default: Host()].running < limit {
                        state.hosts[name, default: Host()].running += 1
                        return true
                    }
                    state.hosts[name]?.waiters.append(Waiter(id: id, priority: priority, continuation: continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.hosts[name]?.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.hosts[name]?.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    private func leave(_ name: String) {
        state.withLock { $0.release(name) }?.continuation.resume(returning: true)
    }
}

extension ConcurrencyLimitMiddleware.Waiter {
    fileprivate func precedes(_ other: Self) -> Bool {
        priority == other.priority ? id > other.id : priority < other.priority
    }
}

/// A place among the running requests; given back once, at the latest when nobody holds it any more.
private final class Place: Sendable {
    private let isTaken = Locked(true)
    private let giveBack: @Sendable () -> Void

    init(_ giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    func release() {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = false }
            return isTaken
        }
        if wasTaken { giveBack() }
    }

    deinit {
        release()
    }
}
