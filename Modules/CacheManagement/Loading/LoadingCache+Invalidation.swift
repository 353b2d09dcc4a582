extension LoadingCache {
    /// Marks the value of `key` as stale, so that the next read loads it. If it is observed, it is loaded once now.
    ///
    /// A load that is under way is delivered to those who wait for it already, unless a newer value is cached by then,
    /// and is not stored as fresh; a read that comes later starts another.
    public func invalidate(_ key: CacheKey<ID>) {
        update { $0.invalidate(key, at: $1) }
    }

    /// Marks as stale, as ``invalidate(_:)`` does, all values that carry `tag` or a tag below it, in one scope or, when
    /// none is given, in all. A first load that is under way and turns out to carry the tag is treated alike.
    public func invalidate(tag: CacheTag, in scope: CacheScope? = nil) {
        update { $0.invalidate(tag, where: { scope == nil || scope == $0 }, at: $1) }
    }

    /// Marks all values of `scope` as stale, as ``invalidate(_:)`` does.
    public func invalidateAll(in scope: CacheScope) {
        update { $0.invalidate(where: { $0 == scope }, at: $1) }
    }

    /// Loads the observed keys anew that are stale, or all of them; for the moment when the app comes to the foreground
    /// or the network is back, and for polling. Keys that are being loaded are left alone.
    public func refreshObserved(staleOnly: Bool = true) {
        update { $0.refreshObserved(staleOnly: staleOnly, at: $1) }
    }
}
