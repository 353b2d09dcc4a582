/// How much a cache may hold. Every limit is hard: after each call the cache is within all of them.
public struct CacheLimits: Sendable, Hashable {
    /// The largest number of entries, 1 to 2³¹ − 1.
    public let count: Int
    /// The largest sum of entry costs, in the unit that the caller gives costs in (bytes, for example).
    public let cost: Int
    /// The largest cost of one entry. A costlier value is refused, and the old value of its key is removed.
    public let entryCost: Int

    /// Sets the limits; values below 1 become 1.
    ///
    /// - Parameters:
    ///   - count: The largest number of entries; unlimited when not given.
    ///   - cost: The largest sum of costs; unlimited when not given.
    ///   - entryCost: The largest cost of one entry; a quarter of `cost` when not given, so that one large value
    ///     cannot flush most others.
    public init(count: Int = Int(Int32.max), cost: Int = .max, entryCost: Int? = nil) {
        self.count = min(max(1, count), Int(Int32.max))
        self.cost = max(1, cost)
        self.entryCost = min(self.cost, max(1, entryCost ?? self.cost / 4))
    }
}
