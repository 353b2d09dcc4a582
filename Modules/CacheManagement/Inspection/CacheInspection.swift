import Foundation

/// What a loading cache holds and does at one moment, for a debug screen, a log or a test: as values, as text, as JSON.
///
/// It shows keys and numbers, never the cached values.
public struct CacheInspection: Sendable, Codable, CustomStringConvertible {
    /// A cached value, or a failure that is remembered.
    public struct Entry: Sendable, Codable {
        /// The key, as text.
        public var key: String
        /// Seconds since it was loaded or set.
        public var age: Double
        /// Whether it is past its time or was invalidated.
        public var isStale: Bool
        /// Whether it is a remembered failure.
        public var isFailure: Bool
        /// What it takes of the cost limit.
        public var cost: Int
        /// Its tags, and those above them.
        public var tags: [String]
    }

    /// A load that is under way.
    public struct Flight: Sendable, Codable {
        /// The key, as text.
        public var key: String
        /// Seconds since it was started.
        public var age: Double
        /// How many readers wait for it.
        public var waiters: Int
        /// Whether later readers join another one, because this one was invalidated or overwritten.
        public var isSuperseded: Bool
    }

    /// A key that is observed or being changed.
    public struct Observation: Sendable, Codable {
        /// The key, as text.
        public var key: String
        /// How many observers it has.
        public var observers: Int
        /// How many optimistic updates are pending.
        public var pendingOperations: Int
    }

    /// The cache's name.
    public var name: String
    /// The sum of the entries' costs.
    public var totalCost = 0
    /// The entries, ordered by key.
    public var entries: [Entry] = []
    /// The loads that are under way, ordered by key.
    public var flights: [Flight] = []
    /// The keys that are observed or being changed, ordered by key.
    public var observations: [Observation] = []
    /// What the cache did so far.
    public var statistics = LoadingStatistics()

    /// The inspection as a few lines of text.
    public var description: String {
        let lines =
            ["\(name): \(entries.count) entries, cost \(totalCost); \(statistics)"]
            + entries.map { entry in
                let state = entry.isFailure ? "failure" : entry.isStale ? "stale" : "fresh"
                let tags = entry.tags.isEmpty ? "" : " [\(entry.tags.joined(separator: " "))]"
                return "  entry \(entry.key): \(state), \(Self.seconds(entry.age)) old, cost \(entry.cost)\(tags)"
            }
            + flights.map { flight in
                let state = flight.isSuperseded ? ", superseded" : ""
                return "  load \(flight.key): \(flight.waiters) waiting, for \(Self.seconds(flight.age))\(state)"
            }
            + observations.map {
                "  observed \($0.key): \($0.observers) observers, \($0.pendingOperations) pending changes"
            }
        return lines.joined(separator: "\n")
    }

    /// The inspection as JSON, with sorted keys.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, integers and finite numbers: this cannot fail.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func seconds(_ seconds: Double) -> String {
        "\((seconds * 10).rounded() / 10) s"
    }
}
