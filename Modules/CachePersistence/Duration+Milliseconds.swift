import Foundation

extension Duration {
    /// Whole milliseconds; a duration too long for them, such as one that stands for "never", is the longest there is.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflowToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard !overflow, !overflowToo else { return seconds < 0 ? .min : .max }
        return sum
    }
}

extension Date {
    /// Whole milliseconds since 1970, clamped to what an integer holds.
    var milliseconds: Int64 {
        Int64(clamping: timeIntervalSince1970 * 1000)
    }
}

extension Int64 {
    /// The nearest integer to a floating-point value; 0 for "not a number".
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
