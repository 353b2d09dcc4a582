/// When a transfer has taken too long, in time since its start.
struct Deadlines: Sendable {
    private let timeouts: NetworkTimeouts
    private let idle: Duration
    private var lastActivity: Duration = .zero
    private var hasReaction = false

    init(_ timeouts: NetworkTimeouts) {
        self.timeouts = timeouts
        idle = timeouts.idle ?? NetworkTimeouts.defaultIdle
    }

    /// The server took or sent something.
    mutating func reaction(at elapsed: Duration) {
        hasReaction = true
        lastActivity = elapsed
    }

    /// The deadline that comes first, and how long it is until then.
    func next(at elapsed: Duration) -> (deadline: NetworkError.Deadline, remaining: Duration) {
        var next = (deadline: NetworkError.Deadline.idle, remaining: lastActivity + idle - elapsed)
        if let connect = timeouts.connect, !hasReaction, connect - elapsed < next.remaining {
            next = (.connect, connect - elapsed)
        }
        if let total = timeouts.total, total - elapsed < next.remaining { next = (.total, total - elapsed) }
        return next
    }
}
