/// The loads that are under way and who waits for them; lives inside the repository's actor.
struct TodoRefreshes {
    typealias Answer = Result<[Todo], TodoError>
    typealias Waiter = CheckedContinuation<Answer, Never>

    struct Refresh {
        let store: TodoStoreID
        /// Whether it goes on without waiters.
        var isBackground: Bool
        /// Whether what it brings is stored as fresh, and whether new readers may wait for it.
        var isCurrent = true
        var waiters: [UInt64: Waiter] = [:]
        var task: Task<Void, Never>?
    }

    private(set) var underWay: [UInt64: Refresh] = [:]
    private var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// The load that a reader may wait for.
    func current(of store: TodoStoreID) -> UInt64? {
        underWay.first { $0.value.store == store && $0.value.isCurrent }?.key
    }

    mutating func start(_ store: TodoStoreID, isBackground: Bool) -> UInt64 {
        let id = nextID()
        underWay[id] = Refresh(store: store, isBackground: isBackground)
        return id
    }

    mutating func run(_ id: UInt64, in task: Task<Void, Never>) {
        underWay[id]?.task = task
    }

    mutating func join(_ id: UInt64, as waiter: UInt64, _ continuation: Waiter) {
        underWay[id]?.waiters[waiter] = continuation
    }

    /// Takes a waiter out, and the load with it if nobody else wants it.
    mutating func leave(_ id: UInt64, _ waiter: UInt64) -> (waiter: Waiter?, unwanted: Task<Void, Never>?) {
        let continuation = underWay[id]?.waiters.removeValue(forKey: waiter)
        guard let refresh = underWay[id], refresh.waiters.isEmpty, !refresh.isBackground else {
            return (continuation, nil)
        }
        underWay[id] = nil
        return (continuation, refresh.task)
    }

    /// What was invalidated: loads under way serve who waits for them already, and nobody else.
    mutating func supersede(_ store: TodoStoreID) {
        for id in underWay.keys where underWay[id]?.store == store { underWay[id]?.isCurrent = false }
    }

    mutating func finish(_ id: UInt64) -> Refresh? {
        underWay.removeValue(forKey: id)
    }

    /// Takes out all loads of the stores that match.
    mutating func drop(where matches: (TodoStoreID) -> Bool) -> [Refresh] {
        let dropped = underWay.filter { matches($0.value.store) }
        for id in dropped.keys { underWay[id] = nil }
        return Array(dropped.values)
    }
}
