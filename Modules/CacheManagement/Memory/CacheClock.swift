/// A moment on a cache's own time line: nanoseconds since the cache was made. It never overflows: what is too far away
/// to be counted (292 years) is ``distantFuture``.
@frozen
@usableFromInline
package struct CacheInstant: Comparable, Sendable {
    @usableFromInline package let nanoseconds: Int64

    /// The deadline of an entry that never expires.
    @inlinable
    package static var distantFuture: CacheInstant { CacheInstant(nanoseconds: .max) }
    /// When the cache was made.
    @inlinable
    package static var start: CacheInstant { CacheInstant(nanoseconds: 0) }

    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    package init(_ sinceStart: Duration) {
        nanoseconds = Int64(clamping: sinceStart.attoseconds / 1_000_000_000)
    }

    /// The moment `duration` later, saturating at both ends.
    @inlinable
    package func advanced(by duration: Duration) -> CacheInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(CacheInstant(duration).nanoseconds)
        guard overflow else { return CacheInstant(nanoseconds: sum) }
        return duration < .zero ? CacheInstant(nanoseconds: .min) : .distantFuture
    }

    /// The time from this moment to `other`; negative when `other` is earlier.
    @inlinable
    package func duration(to other: CacheInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    @inlinable
    package static func < (left: CacheInstant, right: CacheInstant) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// An injected clock, read as time since it was wrapped. The continuous clock, which counts while the device sleeps,
/// has a path without indirection.
@usableFromInline
package struct CacheClock: Sendable {
    @usableFromInline let continuousOrigin: ContinuousClock.Instant
    /// Reads a clock that is not the continuous one.
    @usableFromInline package let other: (@Sendable () -> Duration)?

    package init(_ clock: any Clock<Duration>) {
        continuousOrigin = ContinuousClock.now
        other = clock is ContinuousClock ? nil : Self.elapsed(of: clock)
    }

    private static func elapsed<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
        let origin = clock.now
        return { origin.duration(to: clock.now) }
    }

    /// The current moment. Cost: one read of the clock, about 60 ns for the continuous one. Not to be called under a
    /// lock: an injected clock is foreign code.
    @inlinable
    package func now() -> CacheInstant {
        CacheInstant(other?() ?? continuousOrigin.duration(to: .now))
    }
}
