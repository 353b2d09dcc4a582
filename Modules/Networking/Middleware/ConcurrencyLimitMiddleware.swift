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

    fileprivate struct Host: Hashable {
        let name: String?
        let port: Int?
    }

    private struct Load {
        var running = 0
        var waiters: [Waiter] = []

        /// Takes a place if one is free.
        mutating func enter(limit: Int) -> Bool {
            guard running < limit else { return false }
            running += 1
            return true
        }
    }

    private struct State {
        var hosts: [Host: Load] = [:]
        var lastID = 0

        /// The next waiter takes over the place that has become free.
        mutating func release(_ host: Host) -> Waiter? {
            guard var load = hosts[host] else { return nil }
            // The first of the highest priority: `max` would give the last.
            let next = load.waiters.indices.max { load.waiters[$0].precedes(load.waiters[$1]) }
            let waiter = next.map { load.waiters.remove(at: $0) }
            if waiter == nil { load.running -= 1 }
            hosts[host] = load.running == 0 ? nil : load
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
        let host = Host(name: request.url.host, port: request.url.port)
        guard await enter(host, request.priority) else { throw NetworkError(.cancelled, request: request) }
        let place = Place(at: host, of: self)
        return try await next(request).whenFinished { _ in place.release() }
    }

    /// `false` when the caller was cancelled.
    private func enter(_ host: Host, _ priority: RequestPriority) async -> Bool {
        if Task.isCancelled { return false }
        if state.withLock({ $0.hosts[host, default: Load()].enter(limit: limit) }) { return true }
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decision = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.hosts[host, default: Load()].enter(limit: limit) { return true }
                    state.hosts[host]?.waiters.append(Waiter(id: id, priority: priority, continuation: continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.hosts[host]?.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.hosts[host]?.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    fileprivate func leave(_ host: Host) {
        state.withLock { $0.release(host) }?.continuation.resume(returning: true)
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
    private let host: ConcurrencyLimitMiddleware.Host
    private let limiter: ConcurrencyLimitMiddleware

    init(at host: ConcurrencyLimitMiddleware.Host, of limiter: ConcurrencyLimitMiddleware) {
        self.host = host
        self.limiter = limiter
    }

    func release() {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = false }
            return isTaken
        }
        if wasTaken { limiter.leave(host) }
    }

    deinit {
        release()
    }
}
