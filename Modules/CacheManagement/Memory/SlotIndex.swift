/// A hash table from 32-bit tags to slot numbers: open addressing, linear probing, at most 5/8 full.
///
/// It knows no keys. Who looks for a key compares the keys of the slots with an equal tag; so one hash a call is enough,
/// keys are stored once, and removing a slot never hashes its key again.
@usableFromInline
struct SlotIndex: Sendable {
    /// `tag << 32 | slot + 1`; 0 is an empty bucket.
    @usableFromInline var buckets: [UInt64]
    /// The bucket count is `1 << (32 - shift)`.
    @usableFromInline var shift: UInt32
    private var count = 0

    init() {
        buckets = Array(repeating: 0, count: 8)
        shift = 29
    }

    @inlinable
    func home(of tag: UInt32) -> Int { Int(tag &>> shift) }

    @inlinable
    func bucket(after bucket: Int) -> Int { (bucket &+ 1) & (buckets.count &- 1) }

    /// The first slot with `tag` for which `matches` holds.
    @inlinable
    @inline(__always)
    func slot(tag: UInt32, where matches: (Int) -> Bool) -> Int? {
        var bucket = home(of: tag)
        while true {
            let content = buckets[bucket]
            if content == 0 { return nil }
            if UInt32(truncatingIfNeeded: content &>> 32) == tag {
                let slot = Int(UInt32(truncatingIfNeeded: content)) &- 1
                if matches(slot) { return slot }
            }
            bucket = self.bucket(after: bucket)
        }
    }

    /// Adds a slot; the caller knows that it is not there.
    mutating func insert(tag: UInt32, slot: Int) {
        if (count + 1) * 8 > buckets.count * 5 { grow() }
        count += 1
        place(Self.content(tag: tag, slot: slot))
    }

    /// Removes a slot and closes the gap, so that no tombstones gather.
    mutating func remove(tag: UInt32, slot: Int) {
        let content = Self.content(tag: tag, slot: slot)
        var hole = home(of: tag)
        while buckets[hole] != content {
            guard buckets[hole] != 0 else { return }
            hole = bucket(after: hole)
        }
        count -= 1
        let mask = buckets.count - 1
        var next = bucket(after: hole)
        while buckets[next] != 0 {
            // What lies behind the hole may move into it unless its home comes after the hole.
            let home = home(of: UInt32(truncatingIfNeeded: buckets[next] &>> 32))
            if (next &- home) & mask >= (next &- hole) & mask {
                buckets[hole] = buckets[next]
                hole = next
            }
            next = bucket(after: next)
        }
        buckets[hole] = 0
    }

    private mutating func place(_ content: UInt64) {
        var bucket = home(of: UInt32(truncatingIfNeeded: content &>> 32))
        while buckets[bucket] != 0 { bucket = self.bucket(after: bucket) }
        buckets[bucket] = content
    }

    private mutating func grow() {
        let old = buckets
        buckets = Array(repeating: 0, count: old.count * 2)
        shift -= 1
        for content in old where content != 0 { place(content) }
    }

    private static func content(tag: UInt32, slot: Int) -> UInt64 {
        UInt64(tag) << 32 | UInt64(slot + 1)
    }
}
