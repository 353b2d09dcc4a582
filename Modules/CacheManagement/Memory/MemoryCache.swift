public import ModuleSupport

/// A bounded cache in memory: synchronous, safe to use from any thread, with eviction by count and cost, time to live,
/// statistics and reasons for each removal.
///
/// ```swift
/// let thumbnails = MemoryCache<URL, Data>(limits: CacheLimits(cost: 20_000_000), timeToLive: .seconds(300))
/// thumbnails.set(data, for: url, cost: data.count)
/// let data = thumbnails.value(for: url)
/// ```
///
/// Thread-safety: all calls may be made from any thread; each is one short critical section. The only foreign code
/// under the lock is the key's `==` and `hash(into:)`: values that leave die outside it, and the removal handler is
/// called outside it and may use the cache.
///
/// Cost: a hit is a hash lookup and one byte store, about as much as a dictionary behind a lock. The clock is read for
/// entries that have a deadline only.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let store: Locked<CacheStore<Key, Value>>
    @usableFromInline package let clock: CacheClock
    @usableFromInline let timeToLive: Duration?
    @usableFromInline let onRemoval: (@Sendable (RemovedEntry<Key, Value>) -> Void)?
    private let backgroundShare: Double

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - limits: How much it may hold.
    ///   - policy: Which entry makes room; `adaptive` unless you know better.
    ///   - timeToLive: How long an entry lives unless `set` says otherwise; `nil` is without end.
    ///   - pressure: Where it learns that memory is short.
    ///   - backgroundShare: How much of its cost it keeps when the app goes into the background: 1 (all) to 0.
    ///   - clock: The clock for deadlines. The continuous clock goes on while the device sleeps.
    ///   - onRemoval: Called for each entry that leaves, after the fact, in the thread of the call that removed it.
    public init(
        limits: CacheLimits,
        policy: EvictionPolicy = .adaptive,
        timeToLive: Duration? = nil,
        pressure: MemoryPressureSource? = nil,
        backgroundShare: Double = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        onRemoval: (@Sendable (RemovedEntry<Key, Value>) -> Void)? = nil
    ) {
        store = Locked(CacheStore(limits: limits, policy: policy))
        self.clock = CacheClock(clock)
        self.timeToLive = timeToLive
        self.onRemoval = onRemoval
        self.backgroundShare = min(max(backgroundShare, 0), 1)
        pressure?.register(self)
    }

    // MARK: Reading

    /// The live value for `key`, or `nil`. Counts as a use.
    @inlinable
    public func value(for key: Key) -> Value? {
        guard let found = store.withLock({ $0.use(key) }) else { return nil }
        guard found.deadline < .distantFuture else { return found.value }
        let now = clock.now()
        guard found.deadline <= now else { return found.value }
        report(store.withLock { $0.expire(key, now: now) })
        return nil
    }

    /// Whether there is a live value for `key`. Counts neither as a use nor in the statistics.
    public func contains(_ key: Key) -> Bool {
        guard let found = store.withLock({ $0.peek(key) }) else { return false }
        return found.deadline == .distantFuture || clock.now() < found.deadline
    }

    /// The number of entries, including expired ones that nothing has come across yet.
    public var count: Int { store.withLock { $0.count } }

    /// The sum of the costs of the entries that ``count`` counts.
    public var totalCost: Int { store.withLock { $0.totalCost } }

    /// What the cache has done so far.
    public var statistics: CacheStatistics { store.withLock { $0.statistics } }

    // MARK: Writing

    /// Stores a value and evicts what must make room for it.
    ///
    /// A value that costs more than ``CacheLimits/entryCost``, or for which pinned entries leave no room, is refused;
    /// the old value of its key is removed then, so that it is not taken for the current one.
    ///
    /// - Parameters:
    ///   - cost: What the entry takes of ``CacheLimits/cost``; below 0 counts as 0.
    ///   - timeToLive: How long it lives, if not as long as the cache says. Not above zero: it has expired at once.
    ///   - isPinned: Whether it stays until it is removed, replaced or expired, whatever room others need.
    /// - Returns: Whether the value was stored.
    @inlinable
    @discardableResult
    public func set(
        _ value: Value, for key: Key, cost: Int = 1, timeToLive: Duration? = nil, isPinned: Bool = false
    ) -> Bool {
        var options = CacheStore<Key, Value>.Options(cost: cost, isPinned: isPinned)
        var now: CacheInstant?
        if let lifetime = timeToLive ?? self.timeToLive {
            let moment = clock.now()
            options.deadline = moment.advanced(by: lifetime)
            now = moment
        }
        var removed = RemovedEntries<Key, Value>()
        let isStored = store.withLock { $0.insert(value, for: key, options, now: now, removed: &removed) }
        report(removed)
        return isStored
    }

    /// Removes and returns the value for `key`; `nil` when there is none, or none that is still live.
    @discardableResult
    public func removeValue(for key: Key) -> Value? {
        let removed = store.withLock { store in
            (store.peek(key)?.deadline, store.remove(key))
        }
        guard let deadline = removed.0, let entry = removed.1 else { return nil }
        onRemoval?(entry)
        return deadline == .distantFuture || clock.now() < deadline ? entry.value : nil
    }

    /// Empties the cache, pinned entries and everything that the policy remembers of former keys included.
    ///
    /// Cost: O(1) under the lock; the values die in the caller's thread.
    public func removeAll() {
        let contents = store.withLock { $0.removeAll() }
        if let onRemoval { contents.forEach(onRemoval) }
    }

    /// Removes all entries whose time to live is over. Never needed for correctness: such entries are not returned, and
    /// writes clear them away step by step.
    ///
    /// Cost: O(n), in critical sections of 512 slots.
    public func removeExpired() {
        let now = clock.now()
        var start = 0
        while start < store.withLock({ $0.slotCount }) {
            let range = start..<start + 512
            report(store.withLock { $0.removeExpired(in: range, now: now) })
            start = range.upperBound
        }
    }

    @inlinable
    func report(_ removed: RemovedEntries<Key, Value>) {
        if let onRemoval { removed.forEach(onRemoval) }
    }
}

extension MemoryCache: MemoryPressureResponder {
    /// Gives back half of the cost (`warning`), all that is not pinned (`critical`), or what exceeds the configured
    /// share (`background`). Cost: O(n).
    public func respond(to pressure: MemoryPressure) {
        let share = backgroundShare
        report(
            store.withLock { store in
                switch pressure {
                case .warning: store.trim(toCost: store.totalCost / 2)
                case .critical: store.removeUnpinned()
                case .background:
                    store.trim(toCost: share < 1 ? Int(Double(store.totalCost) * share) : store.totalCost)
                }
            })
    }
}
