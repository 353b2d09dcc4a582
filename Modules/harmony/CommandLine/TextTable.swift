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
        let widths = titles.indices.map { column in all.map { $0[column].terminalWidth }.max() ?? 0 }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([titles, rule] + rows).map { row in
            let cells = row.indices.map { column -> String in
                let gap = String(repeating: " ", count: widths[column] - row[column].terminalWidth)
                return alignments[column] == .left ? row[column] + gap : gap + row[column]
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}

extension String {
    /// The columns that a terminal needs for the text: two for East Asian wide characters and emoji (UAX #11).
    var terminalWidth: Int {
        reduce(0) { width, character in
            guard let scalar = character.unicodeScalars.first else { return width }
            let isWide =
                switch scalar.value {
                case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                    0xFF00...0xFF60,
                    0xFFE0...0xFFE6, 0x20000...0x3FFFD:
                    true
                default: scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
                }
            return width + (isWide ? 2 : 1)
        }
    }
}
