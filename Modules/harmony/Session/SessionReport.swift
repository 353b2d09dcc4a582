/// What a replayed session showed: each screen, the totals beside the same session without caches, and the checks.
struct SessionReport: Encodable {
    /// One screen, or one change that the user made.
    struct Screen: Encodable, Equatable {
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

    /// The report for a person: the table, then the totals.
    var text: String {
        var table = TextTable([("screen", .left), ("data from", .left), ("calls", .right), ("ms", .right)])
        for screen in screens {
            table.add(screen.name, screen.source, "\(screen.calls)", Self.milliseconds(screen.milliseconds))
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

    /// Milliseconds with two digits behind the point.
    private static func milliseconds(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
