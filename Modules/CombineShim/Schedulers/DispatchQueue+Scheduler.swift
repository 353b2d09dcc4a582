#if !canImport(Combine)
public import Dispatch

extension DispatchQueue {
    /// A moment in the time of dispatch queues.
    public struct SchedulerTimeType: Strideable, Codable, Hashable {
        /// The moment.
        public var dispatchTime: DispatchTime

        /// Wraps `time`.
        public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// Reads a moment.
        public init(from decoder: any Decoder) throws {
            let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
            dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
        }

        /// Writes the moment as nanoseconds.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        /// How far away `other` is.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            // As in Combine, what is too far is infinitely far ahead, whatever the direction.
            return .nanoseconds(to >= from ? Int(clamping: to - from) : Int(exactly: from - to).map(-) ?? .max)
        }

        /// The moment `n` later.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(dispatchTime + n.timeInterval)
        }

        /// Hashes the moment.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.uptimeNanoseconds)
        }

        /// A span of time, in nanoseconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Codable
        {
            /// A literal is in seconds.
            public typealias FloatLiteralType = Double
            /// A literal is in seconds.
            public typealias IntegerLiteralType = Int
            /// The magnitude is in nanoseconds.
            public typealias Magnitude = Int

            /// Nanoseconds.
            public var magnitude: Int

            /// The same span for dispatch.
            public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

            private enum CodingKeys: String, CodingKey {
                case magnitude = "_nanoseconds"
            }

            private init(nanoseconds: Int) {
                magnitude = nanoseconds
            }

            /// So many `unit` nanoseconds; what is too long becomes the longest span.
            private init(_ count: Int, unit: Int) {
                let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit)
                magnitude = overflow ? (count < 0 ? .min : .max) : nanoseconds
            }

            /// The span of `timeInterval`; `never` is the longest.
            public init(_ timeInterval: DispatchTimeInterval) {
                switch timeInterval {
                case .seconds(let seconds): self = .seconds(seconds)
                case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
                case .microseconds(let microseconds): self = .microseconds(microseconds)
                case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
                case .never: self.init(nanoseconds: .max)
                @unknown default: self.init(nanoseconds: .max)
                }
            }

            /// So many seconds.
            public init(floatLiteral value: Double) {
                self = .seconds(value)
            }

            /// So many seconds.
            public init(integerLiteral value: Int) {
                self = .seconds(value)
            }

            /// So many seconds; `nil` if the number does not fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = Int(exactly: source) else { return nil }
                self.init(seconds, unit: 1_000_000_000)
            }

            /// Which is shorter.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// The product of the seconds.
            public static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: rounded(Double(lhs.magnitude) * Double(rhs.magnitude) / 1e9))
            }
            /// The sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.magnitude + rhs.magnitude)
            }
            /// The difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.magnitude - rhs.magnitude)
            }
            /// The difference.
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
            /// The product of the seconds.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            /// The sum.
            public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }

            /// So many seconds.
            public static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: rounded(s * 1e9)) }
            /// Whole nanoseconds; what is too long becomes the longest span.
            private static func rounded(_ nanoseconds: Double) -> Int {
                Int(exactly: nanoseconds.rounded(.towardZero)) ?? (nanoseconds < 0 ? .min : .max)
            }
            /// So many seconds.
            public static func seconds(_ s: Int) -> Stride { Stride(s, unit: 1_000_000_000) }
            /// So many thousandths of a second.
            public static func milliseconds(_ ms: Int) -> Stride { Stride(ms, unit: 1_000_000) }
            /// So many millionths of a second.
            public static func microseconds(_ us: Int) -> Stride { Stride(us, unit: 1000) }
            /// So many billionths of a second.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
        }
    }

    /// How an action is submitted to the queue.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// Flags of the work item.
        public var flags: DispatchWorkItemFlags
        /// The group that the action belongs to.
        public var group: DispatchGroup?

        /// Options for one action or for all of an operator.
        public init(
            qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
        ) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }
}

extension DispatchQueue: Scheduler {
    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// Submits `action`.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = ScheduledAction(run: action)
        async(
            group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? [],
            execute: { action.run() })
    }

    /// Submits `action` when `date` has come.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = ScheduledAction(run: action)
        let group = options?.group
        group?.enter()
        asyncAfter(
            deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? [],
            execute: {
                action.run()
                group?.leave()
            })
    }

    /// Submits `action` when `date` has come and then every `interval`, until the result is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = ScheduledAction(run: action)
        let timer = DispatchSource.makeTimerSource(queue: self)
        timer.setEventHandler(
            qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: { action.run() })
        timer.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
        timer.resume()
        return AnyCancellable { timer.cancel() }
    }
}
#endif
