/// Which keys carry which tags, and which tags were invalidated while loads were under way.
struct TagIndex<Key: Hashable & Sendable>: Sendable {
    private var keys: [CacheTag: Set<Key>] = [:]
    private var lineages: [Key: Set<CacheTag>] = [:]
    /// When tags were invalidated, in logical time. A load that was started before does not know its tags yet.
    private var invalidations: [CacheTag: UInt64] = [:]

    /// The keys that carry `tag` or one below it.
    func keys(under tag: CacheTag) -> Set<Key> { keys[tag] ?? [] }

    /// The tags of a key, with those above them.
    func lineage(of key: Key) -> Set<CacheTag> { lineages[key] ?? [] }

    /// How many keys carry tags.
    var count: Int { lineages.count }

    /// Gives `key` the tags of `lineage`, and no others.
    mutating func set(_ lineage: Set<CacheTag>, for key: Key) {
        let old = lineages[key] ?? []
        guard old != lineage else { return }
        for tag in old.subtracting(lineage) {
            keys[tag]?.remove(key)
            if keys[tag]?.isEmpty == true { keys[tag] = nil }
        }
        for tag in lineage.subtracting(old) { keys[tag, default: []].insert(key) }
        lineages[key] = lineage.isEmpty ? nil : lineage
    }

    /// Notes that `tag` was invalidated, for the loads that are under way.
    mutating func noteInvalidation(of tag: CacheTag, at tick: UInt64) { invalidations[tag] = tick }

    /// Forgets the notes: no load is under way.
    mutating func forgetInvalidations() {
        if !invalidations.isEmpty { invalidations = [:] }
    }

    /// Whether one of these tags was invalidated after `tick`.
    func wasInvalidated(_ lineage: Set<CacheTag>, after tick: UInt64) -> Bool {
        !invalidations.isEmpty && lineage.contains { invalidations[$0].map { $0 > tick } ?? false }
    }
}
