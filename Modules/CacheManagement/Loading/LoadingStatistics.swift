/// How often a loading cache could answer, and what it did otherwise. Counts since the cache was made.
public struct LoadingStatistics: Sendable, Hashable, Codable {
    /// Reads answered with a fresh value.
    public var hits: UInt64 = 0
    /// Reads answered with a stale value.
    public var staleHits: UInt64 = 0
    /// Reads answered with a remembered failure.
    public var negativeHits: UInt64 = 0
    /// Loads started.
    public var loads: UInt64 = 0
    /// Reads that joined a load that was under way.
    public var joins: UInt64 = 0
    /// Loads that failed.
    public var failures: UInt64 = 0
    /// Failed loads for which a stale value stood in.
    public var staleOnError: UInt64 = 0
    /// Loaded values that were not stored, because something newer had happened to the key.
    public var discarded: UInt64 = 0

    /// Nothing counted yet.
    public init() {}
}

extension LoadingStatistics: CustomStringConvertible {
    /// The counts that are not zero, in words.
    public var description: String {
        let counts: [(UInt64, String)] = [
            (hits, "hits"), (staleHits, "stale hits"), (negativeHits, "remembered failures"), (loads, "loads"),
            (joins, "joins"), (failures, "failures"), (staleOnError, "stale on error"), (discarded, "discarded"),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
