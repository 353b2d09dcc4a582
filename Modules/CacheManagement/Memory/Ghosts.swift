/// What a policy remembers of recently evicted keys: their 32-bit tags, never the keys, in two first-in-first-out lists.
///
/// A false match (two keys with one tag) puts one entry into the wrong queue, and is about as likely as the number of
/// ghosts divided by 4 billion.
struct Ghosts {
    /// The queue that a ghost was evicted from.
    enum Origin: UInt8 {
        case small, main
    }

    private struct Node: Linked {
        var previous: Int32 = -1
        var next: Int32 = -1
        var tag: UInt32
        var origin: Origin
    }

    private var nodes: [Node] = []
    private var index = SlotIndex()
    private var small = SlotList()
    private var main = SlotList()
    private var free: Int32 = -1

    func count(_ origin: Origin) -> Int { origin == .small ? small.count : main.count }

    /// Remembers a key as the newest of its list, which then holds `limit` ghosts at most.
    mutating func insert(tag: UInt32, origin: Origin, limit: Int) {
        _ = remove(tag: tag)
        while count(origin) >= limit {
            guard let oldest = origin == .small ? small.last : main.last else { return }
            remove(oldest)
        }
        let node = Node(tag: tag, origin: origin)
        let slot: Int
        if free >= 0 {
            slot = Int(free)
            free = nodes[slot].next
            nodes[slot] = node
        } else {
            slot = nodes.count
            nodes.append(node)
        }
        if origin == .small { small.pushFront(slot, in: &nodes) } else { main.pushFront(slot, in: &nodes) }
        index.insert(tag: tag, slot: slot)
    }

    /// Forgets a key; tells which queue it had been evicted from, or `nil` when it was not remembered.
    mutating func remove(tag: UInt32) -> Origin? {
        guard let slot = index.slot(tag: tag, where: { _ in true }) else { return nil }
        remove(slot)
        return nodes[slot].origin
    }

    private mutating func remove(_ slot: Int) {
        index.remove(tag: nodes[slot].tag, slot: slot)
        if nodes[slot].origin == .small { small.remove(slot, from: &nodes) } else { main.remove(slot, from: &nodes) }
        nodes[slot].next = free
        free = Int32(slot)
    }
}
