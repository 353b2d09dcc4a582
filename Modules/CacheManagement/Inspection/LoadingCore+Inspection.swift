extension LoadingCore {
    /// What an inspection shows, with keys that are not text yet: describing them is user code.
    struct Snapshot: Sendable {
        var entries: [(key: Key, entry: Entry, tags: Set<CacheTag>)] = []
        var flights: [Flight] = []
        var superseded: Set<FlightID> = []
        var records: [Key: Record] = [:]
        var totalCost = 0
        var statistics = LoadingStatistics()
    }

    func snapshot() -> Snapshot {
        var snapshot = Snapshot(
            flights: Array(flights.values), superseded: Set(records.values.flatMap(\.superseded)),
            records: records.filter { $0.value.holdsEntry }, totalCost: entries.totalCost, statistics: statistics)
        entries.forEach { key, found in
            snapshot.entries.append((key, found.value, tags.lineage(of: key)))
        }
        return snapshot
    }
}

extension LoadingCore {
    /// The flights that are under way, in order of their start.
    package var flightIDs: [FlightID] { flights.keys.sorted() }

    /// Whether `key` is being loaded.
    package func isLoading(_ key: Key) -> Bool { records[key]?.flights.isEmpty == false }

    /// How many keys something is going on around; none, when nobody reads, observes or changes anything.
    package var recordCount: Int { records.count }

    /// The sum of the entries' costs.
    package var totalCost: Int { entries.totalCost }
}
