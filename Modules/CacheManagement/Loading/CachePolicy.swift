/// For how long cached values serve, and what a failed load means.
///
/// A value is *fresh* for ``freshFor``. After that it is stale: ``FetchPolicy/staleWhileRevalidate`` reads may still
/// get it for ``staleWhileRevalidate`` more, and a failed load may fall back on it for ``staleIfError`` more. When no
/// window can serve it any longer it is gone. Times are measured on the cache's clock, which by default counts the
/// time the device sleeps and does not follow the wall clock.
public struct CachePolicy: Sendable {
    /// How long a value is fresh after it was written. Zero: loads are shared while they run, and never reused.
    public var freshFor: Duration
    /// How much longer a stale value is returned while it is loaded anew.
    public var staleWhileRevalidate: Duration
    /// How much longer a stale value is returned when loading fails.
    public var staleIfError: Duration
    /// How long a failure that ``classify`` calls ``LoadFailure/negative`` is remembered.
    public var negativeFor: Duration
    /// By what share at most ``freshFor`` is shortened at random when a value is written, 0 to 1, so that values written
    /// together do not expire together.
    public var jitter: Double
    /// What the jitter is drawn from; `nil`: another sequence each time.
    public var jitterSeed: UInt64?
    /// How long a load goes on after its last waiter has left, so that a re-join is free.
    public var linger: Duration
    /// How long a value stays after its last observer has left; `nil`: as long as any other. A value that is observed
    /// stays, whatever room others need.
    public var unobservedGrace: Duration?
    /// What a failed load means. Runs outside the cache's lock, once a failed load; never asked about a load that
    /// failed by cancellation, which is always ``LoadFailure/transient``.
    public var classify: @Sendable (any Error) -> LoadFailure
    /// Where values are kept.
    public var storage = CacheStorage.memoryAndDisk

    /// Whether values are kept at all. When they are not, each read loads on its own.
    public var isEnabled: Bool { storage != .none }

    /// A policy with the windows given. Negative durations count as zero.
    public init(
        freshFor: Duration,
        staleWhileRevalidate: Duration = .zero,
        staleIfError: Duration = .zero,
        negativeFor: Duration = .zero,
        jitter: Double = 0,
        linger: Duration = .zero,
        unobservedGrace: Duration? = nil,
        classify: @escaping @Sendable (any Error) -> LoadFailure = { _ in .transient }
    ) {
        self.freshFor = freshFor
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
        self.negativeFor = negativeFor
        self.jitter = jitter
        self.linger = linger
        self.unobservedGrace = unobservedGrace
        self.classify = classify
    }

    /// Fresh for five minutes; for a day more, the last good value stands in when loading fails.
    public static var standard: CachePolicy {
        CachePolicy(freshFor: .seconds(5 * 60), staleIfError: .seconds(24 * 60 * 60))
    }

    /// Fresh until it is invalidated, replaced, evicted or cleared.
    public static var forever: CachePolicy { CachePolicy(freshFor: .seconds(Int64.max)) }

    /// Caching and coalescing off: each read loads on its own, and nothing is stored.
    public static var disabled: CachePolicy {
        var policy = CachePolicy(freshFor: .zero)
        policy.storage = .none
        return policy
    }
}

/// Where a cache keeps its values.
public enum CacheStorage: Sendable, Hashable {
    /// Nowhere: caching and coalescing are off.
    case none
    /// In memory, and never on disk.
    case memoryOnly
    /// In memory, and on disk if the cache has a disk tier.
    case memoryAndDisk
}

/// What a failed load means for what is cached.
public enum LoadFailure: Sendable, Hashable {
    /// The source could not be asked, or could not answer: a stale value may stand in.
    case transient
    /// The source answered that there is no such value (an HTTP 404, for instance): the cached value goes, and the
    /// failure itself is remembered for ``CachePolicy/negativeFor``.
    case negative
    /// The source refused: the failure is thrown, no stale value stands in, and what is cached stays.
    case permanent
}
