/// A report as one page that needs nothing else: styles and charts are inline.
struct HTMLPage {
    let report: Report

    var text: String {
        let charts = ([ratioChart].compactMap(\.self) + report.charts).map { chart in
            "<h2>\(chart.title.escaped)</h2>\n\(chart.svg)"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Harmony benchmarks: \(report.suite.escaped)</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 940px; margin: 2em auto; padding: 0 1em }
            table { border-collapse: collapse; width: 100% }
            th, td { padding: .25em .6em; text-align: left; border-bottom: 1px solid #8884 }
            .number { text-align: right; font-variant-numeric: tabular-nums }
            .missed { color: #c8455b; font-weight: 600 }
            svg { width: 100% } svg text { font-size: 12px; fill: currentColor }
            .mark { stroke: #c8455b; stroke-dasharray: 4 3 }
            </style>
            </head>
            <body>
            <h1>Harmony benchmarks: \(report.suite.escaped)</h1>
            \(charts.joined(separator: "\n"))
            <h2>All results</h2>
            \(table)
            <ul>
            \(report.notes.map { "<li>\($0.escaped)</li>" }.joined(separator: "\n"))
            </ul>
            </body>
            </html>

            """
    }

    private var ratioChart: Chart? {
        let groups = report.results.compactMap { result in
            result.unit == "ns" ? result.ratio.map { Chart.Group(label: result.name, values: [$0]) } : nil
        }
        guard !groups.isEmpty else { return nil }
        return Chart(
            title: "Time, as a ratio to the baseline (the line is 1: as fast)", unit: "× baseline",
            series: ["ratio"], groups: groups, mark: 1)
    }

    private var table: String {
        let rows = report.results.map { result in
            let goal = result.goal.map { goal in
                goal.isMet ? "met: \(goal.text.escaped)" : "<span class=\"missed\">missed: \(goal.text.escaped)</span>"
            }
            return "<tr><td>\(result.name.escaped)</td><td class=\"number\">\(Format.number(result.value))</td>"
                + "<td>\(result.unit.escaped)</td>"
                + "<td class=\"number\">\(result.baseline.map(Format.number) ?? "")</td>"
                + "<td class=\"number\">\(result.ratio.map(Format.ratio) ?? "")</td><td>\(goal ?? "")</td></tr>"
        }
        return """
            <table>
            <tr><th>name</th><th class="number">value</th><th>unit</th><th class="number">baseline</th>\
            <th class="number">ratio</th><th>goal</th></tr>
            \(rows.joined(separator: "\n"))
            </table>
            """
    }
}
