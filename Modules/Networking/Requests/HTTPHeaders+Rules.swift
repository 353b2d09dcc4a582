extension HTTPHeaders {
    /// Refuses what would let a caller's data rewrite the message: a name that is no token, a value with CR, LF or NUL
    /// (RFC 9110 §5.5, §5.6.2), and the framing fields, which the transport alone may write.
    public func validate() throws(NetworkError) {
        for field in self {
            if !Self.isToken(field.name) {
                throw NetworkError(.invalidHeader(name: field.name, reason: .nameIsNoToken))
            }
            if field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
                throw NetworkError(.invalidHeader(name: field.name, reason: .controlCharacterInValue))
            }
            if Self.framing.contains(where: { Self.equal($0, field.name) }) {
                throw NetworkError(.invalidHeader(name: field.name, reason: .writtenByTransport))
            }
        }
    }

    /// A caller's length or coding that disagrees with the body corrupts the message or hangs the connection.
    private static let framing = ["Content-Length", "Transfer-Encoding"]

    /// RFC 9110 §5.6.2.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { PercentEncoding.isAlphanumeric($0) || tokenMarks.contains($0) }
    }

    private static let tokenMarks = ByteSet("!#$%&'*+-.^_`|~")

    /// The cookies of a `Set-Cookie` line that a transport joined by commas. A comma starts another cookie only when
    /// `name=` follows it before any `;` or `,`, so the comma in an expiry date does not.
    static func splitSetCookie(_ joined: String) -> [String] {
        var cookies: [String] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.drop { $0 == " " }
            let name = trimmed.prefix { $0 != "=" && $0 != ";" }
            let startsCookie =
                name.endIndex < trimmed.endIndex && trimmed[name.endIndex] == "=" && isToken(String(name))
            if startsCookie || cookies.isEmpty {
                cookies.append(String(trimmed))
            } else {
                cookies[cookies.count - 1] += "," + part
            }
        }
        return cookies
    }
}
