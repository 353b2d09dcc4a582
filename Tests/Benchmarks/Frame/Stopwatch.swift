/// Nanoseconds an operation of two things that were measured in turn.
struct Comparison {
    let value: Double
    let baseline: Double
    /// The median over the rounds of candidate / baseline. Load on the machine hits both halves of a round alike, so
    /// this is steadier than the quotient of the two medians.
    let ratio: Double

    init(rounds: [(value: Double, baseline: Double)]) {
        value = rounds.map(\.value).median
        baseline = rounds.map(\.baseline).median
        ratio = rounds.map { $0.value / $0.baseline }.median
    }
}

enum Stopwatch {
    /// Runs the candidate and the baseline in turn, after one round of each that does not count. A call of either does
    /// `operations` operations.
    static func compare(
        rounds: Int = 21, operations: Int, candidate: () throws -> Void, baseline: () throws -> Void
    ) rethrows -> Comparison {
        var measured: [(Double, Double)] = []
        for round in 0...rounds {
            let pair = (
                try nanoseconds(candidate) / Double(operations), try nanoseconds(baseline) / Double(operations)
            )
            if round > 0 { measured.append(pair) }
        }
        return Comparison(rounds: measured)
    }

    /// The same for asynchronous work, which runs on the caller's actor.
    static func compare(
        rounds: Int = 21, operations: Int, candidate: () async throws -> Void, baseline: () async throws -> Void
    ) async rethrows -> Comparison {
        var measured: [(Double, Double)] = []
        for round in 0...rounds {
            let pair = (
                try await nanoseconds(candidate) / Double(operations),
                try await nanoseconds(baseline) / Double(operations)
            )
            if round > 0 { measured.append(pair) }
        }
        return Comparison(rounds: measured)
    }

    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }

    static func nanoseconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// Keeps the optimiser from removing work whose result nobody needs.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
