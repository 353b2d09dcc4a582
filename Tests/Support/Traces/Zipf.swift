import Foundation

/// Ranks 0 ..< count whose frequencies fall as 1 / (rank + 1) ^ exponent.
public struct Zipf: Sendable {
    private let cumulative: [Double]

    /// A distribution over `count` ranks.
    public init(count: Int, exponent: Double) {
        var sum = 0.0
        let sums = (1...max(1, count)).map { rank in
            sum += pow(Double(rank), -exponent)
            return sum
        }
        cumulative = sums.map { $0 / sum }
    }

    /// Draws a rank. Cost: O(log count).
    public func next(using generator: inout some RandomNumberGenerator) -> Int {
        let draw = Double.random(in: 0..<1, using: &generator)
        var (low, high) = (0, cumulative.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] < draw { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
