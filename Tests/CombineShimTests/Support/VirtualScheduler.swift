import CombineShim

/// A scheduler whose time moves only when the test says so.
final class VirtualScheduler: Scheduler {
    struct SchedulerTimeType: Strideable {
        var nanoseconds: Int

        func distance(to other: SchedulerTimeType) -> Stride {
            Stride(nanoseconds: other.nanoseconds - nanoseconds)
        }

        func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(nanoseconds: nanoseconds + n.nanoseconds)
        }

        struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
            var nanoseconds: Int
            var magnitude: Int { abs(nanoseconds) }

            init(nanoseconds: Int) {
                self.nanoseconds = nanoseconds
            }

            init(integerLiteral value: Int) {
                self.init(nanoseconds: value * 1_000_000_000)
            }

            init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                self.init(nanoseconds: value)
            }

            static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
            static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds + rhs.nanoseconds)
            }
            static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds - rhs.nanoseconds)
            }
            static func * (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.nanoseconds * rhs.nanoseconds)
            }
            static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s * 1_000_000_000) }
            static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: Int(s * 1e9)) }
            static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms * 1_000_000) }
            static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us * 1000) }
            static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
        }
    }

    private final class Entry: Cancellable {
        let order: Int
        var due: Int
        let interval: Int?
        let action: () -> Void
        var isCancelled = false

        init(order: Int, due: Int, interval: Int?, action: @escaping () -> Void) {
            self.order = order
            self.due = due
            self.interval = interval
            self.action = action
        }

        func cancel() {
            isCancelled = true
        }
    }

    private var time = SchedulerTimeType(nanoseconds: 0)
    /// How often somebody has looked at the clock.
    private(set) var clockReads = 0
    private var entries: [Entry] = []
    private var lastOrder = 0

    var now: SchedulerTimeType {
        clockReads += 1
        return time
    }

    var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// How many actions wait, without those that were cancelled.
    var pending: Int { entries.count { !$0.isCancelled } }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        _ = add(due: time.nanoseconds, interval: nil, action)
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        _ = add(due: date.nanoseconds, interval: nil, action)
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        add(due: date.nanoseconds, interval: interval.nanoseconds, action)
    }

    /// Lets time pass and runs what becomes due, in order.
    func advance(by stride: SchedulerTimeType.Stride = .nanoseconds(0)) {
        let end = time.nanoseconds + stride.nanoseconds
        while let next = nextEntry(until: end) {
            time.nanoseconds = max(time.nanoseconds, next.due)
            if let interval = next.interval, interval > 0 {
                next.due += interval
            } else {
                entries.removeAll { $0 === next }
            }
            next.action()
        }
        time.nanoseconds = end
    }

    private func nextEntry(until end: Int) -> Entry? {
        entries.removeAll(where: \.isCancelled)
        return entries.filter { $0.due <= end }.min { ($0.due, $0.order) < ($1.due, $1.order) }
    }

    private func add(due: Int, interval: Int?, _ action: @escaping () -> Void) -> Entry {
        lastOrder += 1
        let entry = Entry(order: lastOrder, due: due, interval: interval, action: action)
        entries.append(entry)
        return entry
    }
}
