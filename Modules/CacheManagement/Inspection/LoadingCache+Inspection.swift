import ModuleSupport

extension LoadingCache {
    /// What the cache holds and does now. O(n), with one short lock; for debugging.
    public func inspect() -> CacheInspection {
        let now = clock.now()
        let snapshot = state.withLock { $0.core.snapshot() }
        return CacheInspection(
            name: name, totalCost: snapshot.totalCost,
            entries: snapshot.entries.map { key, entry, tags in
                CacheInspection.Entry(
                    key: "\(key)", age: Self.seconds(from: entry.writtenAt, to: now),
                    isStale: !entry.isFresh(at: now), isFailure: entry.value == nil, cost: entry.cost,
                    tags: tags.map(\.rawValue).sorted())
            }.sorted { $0.key < $1.key },
            flights: snapshot.flights.map { flight in
                CacheInspection.Flight(
                    key: "\(flight.key)", age: Self.seconds(from: flight.startedAt, to: now),
                    waiters: flight.waiters.count, isSuperseded: snapshot.superseded.contains(flight.start))
            }.sorted { $0.key < $1.key },
            observations: snapshot.records.map { key, record in
                CacheInspection.Observation(
                    key: "\(key)", observers: record.observers.count,
                    pendingOperations: record.log?.operations.count ?? 0)
            }.sorted { $0.key < $1.key },
            statistics: snapshot.statistics)
    }

    /// Whether ages are measured on the clock that goes on while the device sleeps.
    package var usesContinuousClock: Bool { sleeper is ContinuousClock }

    /// How many entries are in the index of tags.
    package var tagCount: Int { state.withLock { $0.core.tags.count } }

    private static func seconds(from start: CacheInstant, to end: CacheInstant) -> Double {
        max(.zero, start.duration(to: end)) / .seconds(1)
    }
}
