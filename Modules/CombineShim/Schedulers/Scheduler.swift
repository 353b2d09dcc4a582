#if !canImport(Combine)
/// Where and when closures run.
public protocol Scheduler<SchedulerTimeType> {
    /// A moment in the time of this scheduler.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// What a caller may choose.
    associatedtype SchedulerOptions

    /// The current moment.
    var now: SchedulerTimeType { get }
    /// The least tolerance that makes sense.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs `action` as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Runs `action` once `date` has come.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void)
    /// Runs `action` once `date` has come and then every `interval`, until the result is cancelled.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable
}

/// A span of time that can be made of seconds and their fractions.
public protocol SchedulerTimeIntervalConvertible {
    /// So many seconds.
    static func seconds(_ s: Int) -> Self
    /// So many seconds.
    static func seconds(_ s: Double) -> Self
    /// So many thousandths of a second.
    static func milliseconds(_ ms: Int) -> Self
    /// So many millionths of a second.
    static func microseconds(_ us: Int) -> Self
    /// So many billionths of a second.
    static func nanoseconds(_ ns: Int) -> Self
}

extension Scheduler {
    /// Runs `action` once `date` has come, with the least tolerance.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs `action` as soon as possible.
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs `action` once `date` has come.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs `action` once `date` has come and then every `interval`, until the result is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }

    /// Runs `action` once `date` has come and then every `interval`, until the result is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }
}
#endif
