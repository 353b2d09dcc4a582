#if !canImport(Combine)
/// A scheduler that runs everything at once, on the calling thread; it has no time.
public struct ImmediateScheduler: Scheduler {
    /// The only moment there is.
    public struct SchedulerTimeType: Strideable {
        fileprivate init() {}

        /// Always zero.
        public func distance(to other: SchedulerTimeType) -> Stride {
            0
        }

        /// The same moment.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType()
        }

        /// A span of time that means nothing here.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
            SchedulerTimeIntervalConvertible
        {
            /// Literals are numbers.
            public typealias FloatLiteralType = Double
            /// Literals are numbers.
            public typealias IntegerLiteralType = Int
            /// The magnitude is a number.
            public typealias Magnitude = Int

            /// The number.
            public var magnitude: Int

            /// Wraps a number.
            public init(_ value: Int) {
                magnitude = value
            }

            /// Wraps a number.
            public init(integerLiteral value: Int) {
                self.init(value)
            }

            /// Wraps a number, rounded towards zero.
            public init(floatLiteral value: Double) {
                self.init(Int(value))
            }

            /// Wraps a number; `nil` if it does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                self.init(value)
            }

            /// Compares the numbers.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Multiplies the numbers.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
            /// Adds the numbers.
            public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
            /// Subtracts the numbers.
            public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
            /// Subtracts the numbers.
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs.magnitude -= rhs.magnitude }
            /// Multiplies the numbers.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }
            /// Adds the numbers.
            public static func += (lhs: inout Stride, rhs: Stride) { lhs.magnitude += rhs.magnitude }

            /// Always zero.
            public static func seconds(_ s: Int) -> Stride { 0 }
            /// Always zero.
            public static func seconds(_ s: Double) -> Stride { 0 }
            /// Always zero.
            public static func milliseconds(_ ms: Int) -> Stride { 0 }
            /// Always zero.
            public static func microseconds(_ us: Int) -> Stride { 0 }
            /// Always zero.
            public static func nanoseconds(_ ns: Int) -> Stride { 0 }
        }
    }

    /// There are no options.
    public typealias SchedulerOptions = Never

    /// The only instance. It has no state; it is not `Sendable` because Combine's is not.
    nonisolated(unsafe) public static let shared = ImmediateScheduler()

    /// The only moment there is.
    public var now: SchedulerTimeType { SchedulerTimeType() }

    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` at once.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        action()
    }

    /// Runs `action` at once.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs `action` once, at once.
    @discardableResult
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
#endif
