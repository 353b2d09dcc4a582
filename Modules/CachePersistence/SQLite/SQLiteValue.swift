import Foundation

/// A value that is bound to a statement.
enum SQLiteValue {
    case null
    case integer(Int64)
    case blob(Data)

    /// An integer, or null.
    init(_ value: Int64?) {
        self = value.map(SQLiteValue.integer) ?? .null
    }

    /// A text as its ``Swift/String/canonicalBytes``.
    static func text(_ text: String) -> SQLiteValue {
        .blob(text.canonicalBytes)
    }
}

extension String {
    /// The UTF-8 bytes of the text's canonical form.
    ///
    /// Keys and tags are compared as bytes, so that no character in them (`%`, `_`, quotes, NUL) has a meaning. Strings
    /// that Swift calls equal must then have equal bytes, which ASCII has anyway.
    var canonicalBytes: Data {
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        return Data((isASCII ? self : precomposedStringWithCanonicalMapping).utf8)
    }
}
