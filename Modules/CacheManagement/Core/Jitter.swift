/// The seeded source of jitter: a small generator (Steele, Lea and Flood's SplitMix64), so that a test can repeat it.
struct Jitter: Sendable {
    private var state: UInt64

    init(seed: UInt64?) {
        state = seed ?? .random(in: 0...UInt64.max)
    }

    /// `duration`, shortened by at most `share` of it.
    mutating func shorten(_ duration: Duration, by share: Double) -> Duration {
        guard share > 0 else { return duration }
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let unit = Double(mixed >> 11) / Double(1 << 53)
        return duration * (1 - min(share, 1) * unit)
    }
}
