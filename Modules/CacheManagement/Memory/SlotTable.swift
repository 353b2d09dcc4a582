/// What a cache knows of its entries besides keys and values: which slot is in which queue, with which cost, deadline
/// and use count.
///
/// It is not generic, so that the policies are compiled once, here, and only a thin generic layer (``CacheStore``) is
/// specialised in other modules. The queues are those of S3-FIFO; `lru` and `fifo` use the main queue alone.
@usableFromInline
struct SlotTable: Sendable {
    @usableFromInline
    enum Queue: UInt8, Sendable {
        case none, small, main, pinned
    }

    @usableFromInline
    struct Node: Linked, Sendable {
        var previous: Int32 = -1
        var next: Int32 = -1
        @usableFromInline var tag: UInt32
        /// Uses since the entry entered its queue, at most 3.
        @usableFromInline var uses: UInt8 = 0
        var queue = Queue.none
        var cost: Int
        @usableFromInline var deadline: CacheInstant
    }

    @usableFromInline let limits: CacheLimits
    let policy: EvictionPolicy
    /// Whether all that a hit changes is the use count.
    @usableFromInline let countsUses: Bool
    /// Makes the tags of one cache differ from those of another.
    @usableFromInline let seed: UInt64

    @usableFromInline var nodes: [Node] = []
    @usableFromInline var index = SlotIndex()
    private var firstFree: Int32 = -1
    var small = SlotList()
    var main = SlotList()
    private(set) var smallCost = 0
    private(set) var pinnedCount = 0
    private(set) var pinnedCost = 0
    @usableFromInline private(set) var count = 0
    @usableFromInline private(set) var totalCost = 0
    var ghosts = Ghosts()
    /// The share of the cache that the small queue may take, 0 to 1.
    var smallTarget = 0.25
    /// The latest moment that any call brought: what has expired by then is found without a read of the clock.
    private var latest = CacheInstant.start
    /// Where the search for expired entries goes on.
    private var cursor = 0

    init(limits: CacheLimits, policy: EvictionPolicy) {
        self.limits = limits
        self.policy = policy
        countsUses = policy == .s3fifo || policy == .adaptive
        seed = UInt64.random(in: 0...UInt64.max) | 1
    }

    /// The tag of the key with this hash value.
    @inlinable
    func tag(hash: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* seed) &>> 32)
    }

    // MARK: Time

    @usableFromInline
    mutating func advance(to now: CacheInstant) {
        latest = max(latest, now)
    }

    @usableFromInline
    func isExpired(_ slot: Int) -> Bool { nodes[slot].deadline <= latest }

    /// Looks at the next slot, round and round; returns it when its entry has expired.
    @usableFromInline
    mutating func inspectNext() -> Int? {
        guard latest > .start, !nodes.isEmpty else { return nil }
        cursor = cursor + 1 < nodes.count ? cursor + 1 : 0
        return nodes[cursor].queue != .none && isExpired(cursor) ? cursor : nil
    }

    // MARK: Slots

    /// An empty table with the same limits, policy and time.
    @usableFromInline
    func emptied() -> SlotTable {
        var table = SlotTable(limits: limits, policy: policy)
        table.latest = latest
        return table
    }

    @usableFromInline
    mutating func forgetGhosts() {
        ghosts = Ghosts()
    }

    /// Takes a free slot, or a new one at the end, for an entry at the front of `queue`.
    @usableFromInline
    mutating func add(tag: UInt32, to queue: Queue, cost: Int, deadline: CacheInstant) -> Int {
        let node = Node(tag: tag, cost: cost, deadline: deadline)
        let slot: Int
        if firstFree >= 0 {
            slot = Int(firstFree)
            firstFree = nodes[slot].next
            nodes[slot] = node
        } else {
            slot = nodes.count
            nodes.append(node)
        }
        index.insert(tag: tag, slot: slot)
        link(slot, to: queue)
        return slot
    }

    /// Gives the slot free.
    @usableFromInline
    mutating func remove(_ slot: Int) {
        unlink(slot)
        index.remove(tag: nodes[slot].tag, slot: slot)
        nodes[slot].next = firstFree
        firstFree = Int32(slot)
    }

    /// Changes cost and deadline of a slot that stays in its place; does nothing and returns `false` when the new cost
    /// needs room or the entry changes between pinned and not.
    @usableFromInline
    mutating func update(_ slot: Int, _ cost: Int, _ deadline: CacheInstant, isPinned: Bool) -> Bool {
        let others = totalCost - nodes[slot].cost
        guard isPinned == (nodes[slot].queue == .pinned), others <= limits.cost - cost else { return false }
        let growth = cost - nodes[slot].cost
        nodes[slot].cost = cost
        nodes[slot].deadline = deadline
        totalCost += growth
        switch nodes[slot].queue {
        case .none, .main: break
        case .small: smallCost += growth
        case .pinned: pinnedCost += growth
        }
        return true
    }

    /// The queue for the new value of a slot that cannot be updated in its place.
    @usableFromInline
    func queueAfterReplacing(_ slot: Int, isPinned: Bool) -> Queue {
        if isPinned { return .pinned }
        return nodes[slot].queue == .small ? .small : .main
    }

    /// Puts the slot at the front of `queue`.
    mutating func link(_ slot: Int, to queue: Queue) {
        nodes[slot].queue = queue
        count += 1
        totalCost += nodes[slot].cost
        switch queue {
        case .none: break
        case .small:
            small.pushFront(slot, in: &nodes)
            smallCost += nodes[slot].cost
        case .main:
            main.pushFront(slot, in: &nodes)
        case .pinned:
            pinnedCount += 1
            pinnedCost += nodes[slot].cost
        }
    }

    /// Takes the slot out of its queue.
    mutating func unlink(_ slot: Int) {
        count -= 1
        totalCost -= nodes[slot].cost
        switch nodes[slot].queue {
        case .none: break
        case .small:
            small.remove(slot, from: &nodes)
            smallCost -= nodes[slot].cost
        case .main:
            main.remove(slot, from: &nodes)
        case .pinned:
            pinnedCount -= 1
            pinnedCost -= nodes[slot].cost
        }
        nodes[slot].queue = .none
    }

    // MARK: Uses

    /// Notes a use of the slot's entry.
    @inlinable
    mutating func use(_ slot: Int) {
        if countsUses {
            let uses = nodes[slot].uses
            if uses < 3 { nodes[slot].uses = uses &+ 1 }
        } else {
            moveToFront(slot)
        }
    }

    /// The use of an entry under `lru`; nothing under `fifo`.
    @usableFromInline
    mutating func moveToFront(_ slot: Int) {
        guard policy == .lru, nodes[slot].queue == .main else { return }
        main.remove(slot, from: &nodes)
        main.pushFront(slot, in: &nodes)
    }
}
