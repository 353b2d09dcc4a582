/// What a loading cache has to know about one value when it stores it.
public struct CacheAttributes: Sendable {
    /// What it takes of ``CacheLimits/cost``; a byte count, for example.
    public var cost: Int
    /// The tags by which it is invalidated.
    public var tags: [CacheTag]
    /// Its own policy; `nil`: the cache's. With ``CachePolicy/disabled`` the value is delivered and not stored.
    public var policy: CachePolicy?

    /// Attributes as given.
    public init(cost: Int = 1, tags: [CacheTag] = [], policy: CachePolicy? = nil) {
        self.cost = cost
        self.tags = tags
        self.policy = policy
    }
}
