/// What a replayed session showed: each screen, the totals beside the same session without caches, and the checks.
struct SessionReport: Encodable {
    /// One screen, or one change that the user made.
    struct Screen: Encodable, Equatable {
        /// What the user was about when the screen was shown.
        let phase: String
        let name: String
        /// Where the data came from: `network`, `memory`, `memory (stale)`, `none`.
        let source: String
        /// Requests that reached the transport while the screen was shown.
        let calls: Int
        let milliseconds: Double
    }

    struct Totals: Encodable, Equatable {
        let calls: Int
        let callsWithoutCache: Int

        /// The share of calls that the caches saved.
        var savedRatio: Double {
            callsWithoutCache == 0 ? 0 : 1 - Double(calls) / Double(callsWithoutCache)
        }

        private enum CodingKeys: String, CodingKey {
            case calls
            case callsWithoutCache = "calls_without_cache"
            case savedRatio = "saved_ratio"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(calls, forKey: .calls)
            try container.encode(callsWithoutCache, forKey: .callsWithoutCache)
            try container.encode((savedRatio * 1_000).rounded() / 1_000, forKey: .savedRatio)
        }
    }

    struct Checks: Encodable, Equatable {
        /// Screens that still showed old data after a change.
        var staleAfterChange = 0
        /// Reads that returned another account's data after the switch.
        var oldAccountReads = 0
        /// Screens visited without a connection, and those of them that showed data.
        var offlineScreens = 0
        var offlineScreensServed = 0

        private enum CodingKeys: String, CodingKey {
            case staleAfterChange = "stale_after_change"
            case oldAccountReads = "old_account_reads"
            case offlineScreens = "offline_screens"
            case offlineScreensServed = "offline_screens_served"
        }
    }

    let screens: [Screen]
    let totals: Totals
    let checks: Checks

    /// The report for a person: the table, then the totals. Visits of one screen in one phase that got their data from
    /// the same place share a row.
    var text: String {
        var table = TextTable([
            ("", .left), ("screen", .left), ("visits", .right), ("data from", .left), ("calls", .right), ("ms", .right),
        ])
        var phase = ""
        for row in rows {
            table.add(
                row.first.phase == phase ? "" : row.first.phase, row.first.name, "\(row.visits)", row.first.source,
                "\(row.calls)", Self.milliseconds(row.milliseconds))
            phase = row.first.phase
        }
        let saved = Int((totals.savedRatio * 100).rounded())
        return """
            \(table.text)

            \(totals.calls) calls with caches, \(totals.callsWithoutCache) without: \(saved) % saved.
            After a change, \(checks.staleAfterChange) screens showed old data. After the account switch, \
            \(checks.oldAccountReads) reads gave the old account's data. Offline, \(checks.offlineScreensServed) of \
            \(checks.offlineScreens) screens showed data.
            """
    }

    private struct Row {
        let first: Screen
        var visits = 0
        var calls = 0
        var milliseconds = 0.0
    }

    private var rows: [Row] {
        var rows: [Row] = []
        var places: [[String]: Int] = [:]
        for screen in screens {
            let place = [screen.phase, screen.name, screen.source]
            let index = places[place] ?? rows.count
            if index == rows.count { rows.append(Row(first: screen)) }
            places[place] = index
            rows[index].visits += 1
            rows[index].calls += screen.calls
            rows[index].milliseconds += screen.milliseconds
        }
        return rows
    }

    /// Milliseconds with two digits behind the point.
    private static func milliseconds(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
