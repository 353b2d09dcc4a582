/// A set of ASCII characters, asked once for each byte of a URL or header.
struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The bytes of the text, all below 128.
    init(_ text: String) {
        for byte in text.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low & (1 << UInt64(byte)) != 0
        case 64..<128: high & (1 << UInt64(byte - 64)) != 0
        default: false
        }
    }

    func union(_ text: String) -> ByteSet {
        let other = ByteSet(text)
        var union = self
        union.low |= other.low
        union.high |= other.high
        return union
    }
}
