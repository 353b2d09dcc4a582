import CacheManagement

/// Keeps writes from a disk that has just refused one: at most one try in each pause.
struct WriteBreaker {
    private let pause: Duration
    private var nextTry: CacheInstant?

    init(pause: Duration) {
        self.pause = pause
    }

    /// Whether a write is worth a try.
    func allows(at now: CacheInstant) -> Bool {
        nextTry.map { now >= $0 } ?? true
    }

    /// Notes a failure. Returns whether it is the first since the last success.
    mutating func fail(at now: CacheInstant) -> Bool {
        defer { nextTry = now.advanced(by: pause) }
        return nextTry == nil
    }

    /// Notes a success, or that room was made. Returns whether writes were paused until now.
    mutating func reset() -> Bool {
        defer { nextTry = nil }
        return nextTry != nil
    }
}
