public import Foundation

/// Percent-encoding by fixed tables (RFC 3986 §2). Encoding is strict: a value leaves only the unreserved characters
/// `A–Z a–z 0–9 - . _ ~` as they are, so `+`, `&`, `=`, `/`, `?`, `;` and `#` in a value always arrive as themselves.
public enum PercentEncoding {
    /// How spaces and plus signs of a query are written.
    public enum Query: Sendable {
        /// Space is `%20` and `+` is `%2B`: read alike by RFC 3986 and by form decoders. The default everywhere.
        case standard
        /// Space is `+` and `+` stays itself, for servers that ask for exactly that. Never the default.
        case plusForSpace
    }

    /// One path segment: `a/b` becomes `a%2Fb`, and a dot segment cannot climb.
    ///
    /// ```swift
    /// var path: String { "/contacts/\(PercentEncoding.segment(id))" }
    /// ```
    public static func segment(_ value: String) -> String {
        if value == "." || value == ".." { return value.replacing(".", with: "%2E") }
        return encode(value) { isUnreserved($0) }
    }

    /// A name or value of a query or form.
    public static func queryComponent(_ value: String, _ policy: Query = .standard) -> String {
        switch policy {
        case .standard: encode(value) { isUnreserved($0) }
        case .plusForSpace:
            encode(value) { isUnreserved($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: " ") }
                .replacing(" ", with: "+")
        }
    }

    /// `name=value` pairs joined by `&`, in order, duplicates kept; a `nil` value is the bare name.
    public static func query(_ items: [URLQueryItem], _ policy: Query = .standard) -> String {
        items.map { item in
            let name = queryComponent(item.name, policy)
            return item.value.map { name + "=" + queryComponent($0, policy) } ?? name
        }.joined(separator: "&")
    }

    /// Text that is already laid out as a path or query: legal characters and valid escapes stay untouched, the rest
    /// (spaces, non-ASCII, a lone `%`) is escaped once.
    static func repair(_ text: String, allowing marks: ByteSet) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
            append(byte, to: &result, escaped: !(isEscape || isUnreserved(byte) || marks.contains(byte)))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// RFC 3986 §3.3: what a path may hold beside unreserved characters.
    static let pathMarks = ByteSet("/!$&'()*+,;=:@")
    /// RFC 3986 §3.4.
    static let queryMarks = pathMarks.union("?")

    private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 { append(byte, to: &result, escaped: !isKept(byte)) }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8], escaped: Bool) {
        if escaped {
            result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        } else {
            result.append(byte)
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || otherUnreserved.contains(byte)
    }

    private static let otherUnreserved = ByteSet("-._~")

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }
}
