import CacheManagement
import Foundation

/// A scope as a file name: safe on every file system, and different for different scopes.
struct ScopeName {
    /// What the name of each database ends with.
    static let suffix = ".sqlite"

    /// The scope in full, for the file's own record of whose it is.
    let full: String

    init(_ scope: CacheScope) {
        full = Self.escaped(scope.dataSource) + "." + Self.escaped(scope.account)
    }

    /// The name of the database file.
    ///
    /// A name too long for a file is cut and completed by its checksum; should two ever meet, the record in the file
    /// tells them apart.
    var fileName: String {
        guard full.utf8.count > 120 else { return full + Self.suffix }
        let checksum = UInt64(bitPattern: Digest.of(key: Data(full.utf8), payload: Data()))
        return full.prefix(100) + "." + String(checksum, radix: 16) + Self.suffix
    }

    /// Lower-case letters, digits and hyphens stay; every other byte becomes `_` and two digits, also capitals, because
    /// some file systems do not tell them from small letters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.canonicalBytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }
}
