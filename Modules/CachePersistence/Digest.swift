import Foundation

/// A checksum over a key and its payload that finds accidental damage: flipped bytes, a row of another key.
///
/// SQLite checks the structure of its file but not the contents. Each step is a bijection of the state, so a change
/// within one word is always found. Not meant against forgery.
enum Digest {
    /// The checksum; the same on every platform.
    static func of(key: Data, payload: Data) -> Int64 {
        var state: UInt64 = UInt64(key.count)
        add(key, to: &state)
        add(payload, to: &state)
        return Int64(bitPattern: state)
    }

    private static func add(_ data: Data, to state: inout UInt64) {
        data.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for offset in stride(from: 0, to: whole, by: 8) {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), into: &state)
            }
            var rest: UInt64 = 0
            for byte in bytes[whole...] { rest = rest << 8 | UInt64(byte) }
            mix(rest, into: &state)
        }
    }

    private static func mix(_ word: UInt64, into state: inout UInt64) {
        // An odd multiplier with well spread bits (2^64 divided by the golden ratio), then the high half into the low.
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
    }
}
