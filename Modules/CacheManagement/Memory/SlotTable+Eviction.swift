/// Which queue a new entry enters, and which entry makes room.
///
/// `adaptive` and `s3fifo` keep two first-in-first-out queues. New keys enter the small one. Its oldest entry moves on
/// to the main queue when it was used, and else goes; the oldest of the main queue stays for one more round for each
/// use, and else goes. A key that comes back soon after it went enters the main queue at once. `adaptive` learns from
/// such keys: when they had gone from the small queue, it was too small, and when from the main queue, too large.
extension SlotTable {
    private static let targetRange = 0.05...0.9
    /// Entries that one call may keep for their uses; after that the candidate goes whatever its uses. Without a bound
    /// one call walked past 451 entries of 1,000 under the lock; with it no recorded trace lost a tenth of a point.
    @usableFromInline static let sparesPerCall = 16

    /// The queue for a key that is not in the cache.
    @usableFromInline
    mutating func queueForNewEntry(tag: UInt32, cost: Int) -> Queue {
        guard countsUses else { return .main }
        let (smallGhosts, mainGhosts) = (Double(ghosts.count(.small)), Double(ghosts.count(.main)))
        switch ghosts.remove(tag: tag) {
        case nil:
            return .small
        case .small:
            moveTarget(by: max(1, mainGhosts / smallGhosts) * share(cost: cost, count: 1))
        case .main:
            moveTarget(by: -max(1, smallGhosts / mainGhosts) * share(cost: cost, count: 1))
        }
        return .main
    }

    /// Whether an entry of this cost may be in the cache at all: it is not too large, and pinned entries other than the
    /// one that it replaces leave room.
    @usableFromInline
    func admits(cost: Int, replacing old: Int?) -> Bool {
        var (pinnedCount, pinnedCost) = (pinnedCount, pinnedCost)
        if let old, nodes[old].queue == .pinned {
            pinnedCount -= 1
            pinnedCost -= nodes[old].cost
        }
        return cost <= limits.entryCost && pinnedCount < limits.count && pinnedCost <= limits.cost - cost
    }

    /// Whether an entry of this cost can be added without removing one.
    @usableFromInline
    func fits(cost: Int) -> Bool {
        count < limits.count && totalCost <= limits.cost - cost
    }

    /// The entry to remove next, or `nil` when only pinned ones are left. Entries that may stay are moved on the way,
    /// as many as `spares` allows.
    @usableFromInline
    mutating func nextVictim(spares: inout Int) -> Int? {
        while true {
            let isSmall = main.isEmpty || (!small.isEmpty && isSmallOverTarget)
            guard let slot = isSmall ? small.last : main.last else { return nil }
            let needed = isSmall && policy == .s3fifo ? 2 : 1
            guard countsUses, nodes[slot].uses >= needed, spares > 0, !isExpired(slot) else { return slot }
            spares -= 1
            unlink(slot)
            nodes[slot].uses = isSmall ? 0 : nodes[slot].uses - 1
            link(slot, to: .main)
        }
    }

    /// Remembers the key of an entry that is about to make room for another.
    @usableFromInline
    mutating func remember(_ slot: Int) {
        switch (policy, nodes[slot].queue) {
        case (.adaptive, .small): ghosts.insert(tag: nodes[slot].tag, origin: .small, limit: count / 2)
        case (.adaptive, .main): ghosts.insert(tag: nodes[slot].tag, origin: .main, limit: count / 2)
        // As many as the main queue has room for.
        case (.s3fifo, .small): ghosts.insert(tag: nodes[slot].tag, origin: .small, limit: count * 3 / 4)
        default: break
        }
    }

    private mutating func moveTarget(by step: Double) {
        guard policy == .adaptive else { return }
        smallTarget = min(max(smallTarget + step, Self.targetRange.lowerBound), Self.targetRange.upperBound)
    }

    /// Whether the small queue takes more than its share of what is there, which is the whole cache except under memory
    /// pressure.
    private var isSmallOverTarget: Bool {
        share(cost: smallCost, count: small.count) > smallTarget * share(cost: totalCost, count: count)
    }

    /// The share of the limits that so much is, by whichever limit makes it larger.
    private func share(cost: Int, count: Int) -> Double {
        max(Double(cost) / Double(limits.cost), Double(count) / Double(limits.count))
    }
}
