#if !canImport(Combine)
extension Subscribers {
    /// How many values a subscriber asks for.
    @frozen
    public struct Demand: Equatable, Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
        /// One past `Int.max` stands for ``unlimited``, so that the order of demands is the order of the numbers.
        @usableFromInline
        let rawValue: UInt

        @inlinable
        init(rawValue: UInt) {
            self.rawValue = min(rawValue, UInt(Int.max) + 1)
        }

        /// All values that there are.
        @inlinable
        public static var unlimited: Demand { Demand(rawValue: .max) }

        /// No values; the same as `max(0)`.
        @inlinable
        public static var none: Demand { Demand(rawValue: 0) }

        /// At most `value` values. A negative number is a programming error and traps.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "Demand cannot be negative")
            return Demand(rawValue: UInt(value))
        }

        /// The number, or `nil` when unlimited.
        @inlinable
        public var max: Int? {
            Int(exactly: rawValue)
        }

        /// `unlimited` or `max(n)`.
        public var description: String {
            max.map { "max(\($0))" } ?? "unlimited"
        }

        /// Reads a demand.
        public init(from decoder: any Decoder) throws {
            self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
        }

        /// Writes the demand as one number.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(rawValue)
        }

        /// Which of the two asks for less.
        @inlinable
        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}

// MARK: - Arithmetic: unlimited absorbs all, too much is unlimited, too little is none

extension Subscribers.Demand {
    /// The sum.
    @inlinable
    public static func + (lhs: Self, rhs: Self) -> Self {
        guard let count = rhs.max else { return .unlimited }
        return lhs + count
    }

    /// The sum.
    @inlinable
    public static func + (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (sum, overflow) = count.addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(sum)
    }

    /// Adds to `lhs`.
    @inlinable
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// Adds to `lhs`.
    @inlinable
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// The difference.
    @inlinable
    public static func - (lhs: Self, rhs: Self) -> Self {
        guard lhs != .unlimited else { return .unlimited }
        guard let count = rhs.max else { return .none }
        return lhs - count
    }

    /// The difference.
    @inlinable
    public static func - (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (difference, overflow) = count.subtractingReportingOverflow(rhs)
        return overflow ? .none : .max(Swift.max(difference, 0))
    }

    /// Subtracts from `lhs`.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// Subtracts from `lhs`.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

    /// The product.
    @inlinable
    public static func * (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (product, overflow) = count.multipliedReportingOverflow(by: rhs)
        return overflow ? .unlimited : .max(product)
    }

    /// Multiplies `lhs`.
    @inlinable
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }
}

// MARK: - Comparison with numbers: unlimited is more than any number

extension Subscribers.Demand {
    /// Whether the demand is this number.
    @inlinable
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }

    /// Whether the demand is this number.
    @inlinable
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

    /// Whether the demand is not this number.
    @inlinable
    public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }

    /// Whether the demand is not this number.
    @inlinable
    public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }

    /// Whether the demand is less than the number.
    @inlinable
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }

    /// Whether the number is less than the demand.
    @inlinable
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs.max.map { lhs < $0 } ?? true }

    /// Whether the demand is at most the number.
    @inlinable
    public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }

    /// Whether the number is at most the demand.
    @inlinable
    public static func <= (lhs: Int, rhs: Self) -> Bool { !(lhs > rhs) }

    /// Whether the demand is more than the number.
    @inlinable
    public static func > (lhs: Self, rhs: Int) -> Bool { rhs < lhs }

    /// Whether the number is more than the demand.
    @inlinable
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

    /// Whether the demand is at least the number.
    @inlinable
    public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }

    /// Whether the number is at least the demand.
    @inlinable
    public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
}

extension Subscribers.Demand {
    /// Asking for nothing is a programming error where a subscription counts what it owes.
    func requirePositive() {
        precondition(self != .none, "Demand must not be zero")
    }

    /// Counts a value that has come. One that nobody asked for is a programming error of the upstream.
    mutating func consumeOne() {
        precondition(self != .none, "A value came that nobody had asked for")
        self -= 1
    }
}
#endif
