/// A bar chart: groups of horizontal bars, one bar a series.
struct Chart {
    struct Group {
        let label: String
        /// As many as the chart has series; `nil` where there is no value.
        let values: [Double?]
    }

    let title: String
    let unit: String
    let series: [String]
    let groups: [Group]
    /// A value that is marked by a line through all bars.
    var mark: Double?

    private static let colors = ["#2f6fde", "#9aa3b2", "#e08a1e", "#2a9d6f", "#c8455b", "#7d5bd0"]

    /// The chart as a stand-alone SVG element.
    var svg: String {
        let (left, bar, gap, width) = (230.0, 14.0, 12.0, 900.0)
        let largest = max(groups.flatMap { $0.values.compactMap(\.self) }.max() ?? 1, mark ?? 0, .leastNormalMagnitude)
        let scale = (width - left - 80) / largest
        var y = 34.0
        var body = ""
        for group in groups {
            let middle = y + bar * Double(series.count) / 2
            body += text(group.label, x: left - 8, y: middle + 4, anchor: "end")
            for (index, value) in group.values.enumerated() {
                if let value {
                    let length = Format.plain(max(value * scale, 1))
                    body += "<rect x=\"\(left)\" y=\"\(y)\" width=\"\(length)\" height=\"\(bar - 2)\" rx=\"2\""
                    body += " fill=\"\(Self.colors[index % Self.colors.count])\">"
                    body +=
                        "<title>\((group.label + ", " + series[index]).escaped): \(Format.number(value)) \(unit.escaped)"
                    body += "</title></rect>"
                    body += text(
                        value < 10 ? Format.ratio(value) : Format.number(value), x: left + value * scale + 6,
                        y: y + bar - 3, anchor: "start")
                }
                y += bar
            }
            y += gap
        }
        if let mark {
            let x = Format.plain(left + mark * scale)
            body += "<line class=\"mark\" x1=\"\(x)\" x2=\"\(x)\" y1=\"28\" y2=\"\(y)\"/>"
        }
        return """
            <svg viewBox="0 0 \(Int(width)) \(Int(y) + 6)" role="img" aria-label="\(title.escaped)">
            \(legend)\(body)
            </svg>
            """
    }

    private var legend: String {
        var x = 0.0
        return series.enumerated().map { index, name in
            defer { x += 40 + Double(name.count) * 8 }
            return "<rect x=\"\(x)\" y=\"6\" width=\"12\" height=\"12\" rx=\"2\""
                + " fill=\"\(Self.colors[index % Self.colors.count])\"/>"
                + text(name, x: x + 18, y: 16, anchor: "start")
        }
        .joined()
    }

    private func text(_ content: String, x: Double, y: Double, anchor: String) -> String {
        "<text x=\"\(Format.plain(x))\" y=\"\(Format.plain(y))\" text-anchor=\"\(anchor)\">\(content.escaped)</text>"
    }
}

extension Format {
    /// A coordinate.
    static func plain(_ value: Double) -> String {
        String(Double(Int(value * 10)) / 10)
    }
}

extension String {
    /// The text for use in HTML and SVG.
    var escaped: String {
        var result = ""
        for character in self {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
