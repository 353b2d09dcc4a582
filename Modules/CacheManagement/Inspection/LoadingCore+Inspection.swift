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
