/// Columns of text, as wide as their widest cell.
struct TextTable {
    enum Alignment {
        case left, right
    }

    let titles: [String]
    let alignments: [Alignment]
    private var rows: [[String]] = []

    init(_ columns: [(title: String, alignment: Alignment)]) {
        titles = columns.map(\.title)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row with one cell for each column.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// The table, one line a row.
    var text: String {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([titles, rule] + rows).map { row in
            let cells = row.indices.map { column -> String in
                let gap = String(repeating: " ", count: widths[column] - row[column].count)
                return alignments[column] == .left ? row[column] + gap : gap + row[column]
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
