import Foundation

/// One measured figure, and what it is compared with.
struct BenchmarkResult: Encodable {
    /// What a result is expected to reach.
    struct Goal: Encodable {
        let text: String
        let isMet: Bool
    }

    let name: String
    let value: Double
    let unit: String
    /// The same measurement of the thing it is compared with, taken in the same process and time.
    var baseline: Double?
    /// How `value` relates to `baseline`, as the median over rounds that measured both in turn.
    var ratio: Double?
    var goal: Goal?
    /// Whether a chart shows it as well, so that the list for the terminal need not.
    var isInChart = false

    private enum CodingKeys: String, CodingKey {
        case name, value, unit, baseline, ratio, goal
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        // Null, not absent: a reader finds the same keys in each result.
        try container.encode(baseline, forKey: .baseline)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(goal, forKey: .goal)
    }
}

/// What a suite found out.
struct Report: Encodable {
    let suite: String
    private(set) var results: [BenchmarkResult] = []
    /// Remarks for the reader: which inputs were there, what a baseline is.
    private(set) var notes: [String] = []
    private(set) var charts: [Chart] = []

    private enum CodingKeys: String, CodingKey {
        case suite, results, notes
    }

    init(suite: String) {
        self.suite = suite
    }

    mutating func add(_ result: BenchmarkResult) {
        results.append(result)
    }

    /// Adds a comparison in nanoseconds an operation.
    /// - Parameter maximumRatio: The goal, when there is one.
    mutating func add(_ name: String, _ comparison: Comparison, maximumRatio: Double? = nil) {
        var result = BenchmarkResult(
            name: name, value: comparison.value, unit: "ns", baseline: comparison.baseline, ratio: comparison.ratio)
        if let maximumRatio {
            result.goal = .init(
                text: "ratio ≤ \(Format.ratio(maximumRatio))", isMet: comparison.ratio <= maximumRatio)
        }
        add(result)
    }

    mutating func note(_ text: String) {
        notes.append(text)
    }

    mutating func add(_ chart: Chart) {
        charts.append(chart)
    }

    /// Says on standard error what is being done: a suite takes a while, and its result alone goes to standard output.
    func progress(_ text: String) {
        FileHandle.standardError.write(Data("\(suite): \(text)\n".utf8))
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The results for the terminal: those without a place in a chart or with a goal as a list, and each chart as a
    /// table.
    func table() -> String {
        let list = results.filter { !$0.isInChart || $0.goal != nil }.map { result in
            [
                result.name, Format.number(result.value), result.unit, result.baseline.map(Format.number) ?? "",
                result.ratio.map(Format.ratio) ?? "",
                result.goal.map { ($0.isMet ? "met: " : "MISSED: ") + $0.text } ?? "",
            ]
        }
        let tables = charts.map { chart in
            let rows = chart.groups.map { group in [group.label] + group.values.map { $0.map(Format.number) ?? "" } }
            return "\n\(chart.title), \(chart.unit)\n"
                + TextTable(header: [""] + chart.series, rows: rows, numeric: Set(1...chart.series.count)).text
        }
        let header = ["name", "value", "unit", "baseline", "ratio", "goal"]
        return ([TextTable(header: header, rows: list, numeric: [1, 3, 4]).text] + tables + notes.map { "· " + $0 })
            .joined(separator: "\n")
    }
}

/// Rows in columns as wide as their longest cell.
struct TextTable {
    let header: [String]
    let rows: [[String]]
    /// The columns that are aligned to the right.
    let numeric: Set<Int>

    var text: String {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([header, rule] + rows).map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return numeric.contains(column) ? space + row[column] : row[column] + space
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}

/// How numbers are written in tables and charts.
enum Format {
    /// About three significant digits.
    static func number(_ value: Double) -> String {
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        return String(format: "%.\(digits)f", value)
    }

    /// A ratio; four digits below one hundredth, where two would say nothing.
    static func ratio(_ value: Double) -> String {
        String(format: abs(value) < 0.1 ? "%.4f" : "%.2f", value)
    }
}
