#if !canImport(Combine)
public import Foundation

extension RunLoop {
    /// A moment in the time of run loops.
    public struct SchedulerTimeType: Strideable, Codable, Hashable {
        /// The moment.
        public var date: Date

        /// Wraps `date`.
        public init(_ date: Date) {
            self.date = date
        }

        /// How far away `other` is.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// The moment `n` later.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(date + n.magnitude)
        }

        /// A span of time, in seconds.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
            SchedulerTimeIntervalConvertible
        {
            /// A literal is in seconds.
            public typealias FloatLiteralType = TimeInterval
            /// A literal is in seconds.
            public typealias IntegerLiteralType = TimeInterval
            /// The magnitude is in seconds.
            public typealias Magnitude = TimeInterval

            /// Seconds.
            public var magnitude: TimeInterval
            /// Seconds.
            public var timeInterval: TimeInterval { magnitude }

            /// So many seconds.
            public init(integerLiteral value: TimeInterval) {
                magnitude = value
            }

            /// So many seconds.
            public init(floatLiteral value: TimeInterval) {
                magnitude = value
            }

            /// So many seconds.
            public init(_ timeInterval: TimeInterval) {
                magnitude = timeInterval
            }

            /// So many seconds; `nil` if the number does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = TimeInterval(exactly: source) else { return nil }
                magnitude = seconds
            }

            /// Which is shorter.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// The product of the seconds.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
            /// The sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
            /// The difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
            /// The product of the seconds.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }
            /// The sum.
            public static func += (lhs: inout Stride, rhs: Stride) { lhs.magnitude += rhs.magnitude }
            /// The difference.
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs.magnitude -= rhs.magnitude }

            /// So many seconds.
            public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
            /// So many seconds.
            public static func seconds(_ s: Double) -> Stride { Stride(s) }
            /// So many thousandths of a second.
            public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1e3) }
            /// So many millionths of a second.
            public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1e6) }
            /// So many billionths of a second.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1e9) }
        }
    }

    /// There are no options.
    public struct SchedulerOptions {}
}

extension RunLoop: Scheduler {
    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` in the next turn of the loop.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = ScheduledAction(run: action)
        perform { action.run() }
        // Here `perform` does not wake a loop that sleeps; a timer does.
        add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .default)
    }

    /// Runs `action` when `date` has come.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        add(timer(after: date, interval: nil, tolerance: tolerance, action), forMode: .default)
    }

    /// Runs `action` when `date` has come and then every `interval`, until the result is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = timer(after: date, interval: interval, tolerance: tolerance, action)
        add(timer, forMode: .default)
        return AnyCancellable { timer.invalidate() }
    }

    private func timer(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> Timer {
        let action = ScheduledAction(run: action)
        let timer = Timer(fire: date.date, interval: interval?.timeInterval ?? 0, repeats: interval != nil) { _ in
            action.run()
        }
        timer.tolerance = tolerance.timeInterval
        return timer
    }
}
#endif
