/// A moment on a cache's clock: nanoseconds since the cache was made. `Int64.max` is never reached.
@usableFromInline
typealias Moment = Int64

/// Reads a cache's clock.
@usableFromInline
struct CacheTime: Sendable {
    /// The start of the usual clock, which is read without a call through an existential.
    @usableFromInline
    let origin: ContinuousClock.Instant
    /// Reads any other clock: the time since the cache was made.
    @usableFromInline
    let injected: (@Sendable () -> Duration)?

    init(_ clock: any Clock<Duration>) {
        origin = ContinuousClock.now
        injected = clock is ContinuousClock ? nil : Self.elapsed(on: clock)
    }

    private static func elapsed<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The present moment.
    @inlinable
    func now() -> Moment {
        (injected?() ?? origin.duration(to: .now)).nanoseconds
    }
}

extension Duration {
    /// The duration in nanoseconds; what an `Int64` cannot hold, 292 years, counts as for ever.
    @usableFromInline
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Moment {
    /// The moment `duration` nanoseconds later; never, when that cannot be told. A negative duration counts as zero.
    func advanced(byNanoseconds duration: Int64) -> Moment {
        let (sum, overflow) = addingReportingOverflow(Swift.max(0, duration))
        return overflow ? .max : sum
    }
}
