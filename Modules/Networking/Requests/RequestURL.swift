import Foundation

/// How a base, a path and query items become one URL, and which URLs may be sent at all.
enum RequestURL {
    /// Joins with exactly one `/`; an empty path leaves the base as it is. The query already in the base comes first,
    /// then the one in the path, then the items.
    static func build(
        base: URL, path: String, queryItems: [URLQueryItem], encoding: PercentEncoding.Query = .standard
    ) throws(NetworkError) -> URL {
        let (baseLocation, baseQuery) = split(base.absoluteString.utf8.prefix { $0 != UInt8(ascii: "#") })
        let (pathPart, pathQuery) = split(path.utf8[...])
        var location = String(baseLocation)
        if !pathPart.isEmpty {
            while location.utf8.last == slash { location.removeLast() }
            let rest = String(Substring(pathPart.utf8.drop { $0 == slash }))
            location += "/" + PercentEncoding.repair(rest, allowing: PercentEncoding.pathMarks)
        }
        var queries: [String] = []
        if let baseQuery { queries.append(String(baseQuery)) }
        if let pathQuery {
            queries.append(PercentEncoding.repair(String(pathQuery), allowing: PercentEncoding.queryMarks))
        }
        if !queryItems.isEmpty { queries.append(PercentEncoding.query(queryItems, encoding)) }
        return try checked(queries.isEmpty ? location : location + "?" + queries.joined(separator: "&"))
    }

    private static func split(_ text: Substring.UTF8View) -> (Substring, Substring?) {
        guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return (Substring(text), nil) }
        return (Substring(text[..<mark]), Substring(text[text.index(after: mark)...]))
    }

    /// A URL that every parser reads alike: http or https, a plain host, a numeric port, no credentials, no character
    /// that needed repair.
    static func checked(_ text: String) throws(NetworkError) -> URL {
        // The origin is read here, byte by byte: Foundation's parser drops a port that is no number, and costs more
        // than all the rest of building a request.
        guard hasPlainOrigin(text.utf8), let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw NetworkError(.invalidURL(text))
        }
        return url
    }

    private static func hasPlainOrigin(_ text: String.UTF8View) -> Bool {
        let scheme = schemes.first { HTTPHeaders.equal(text.prefix($0.count), $0) }
        guard let scheme else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !authorityEnds.contains($0) }
        if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
            let after = authority.index(after: end)
            return isIPv6(authority[..<after]) && isPlainPort(authority[after...])
        }
        let host = authority.prefix { PercentEncoding.isAlphanumeric($0) || hostMarks.contains($0) }
        return !host.isEmpty && isPlainPort(authority[host.endIndex...])
    }

    /// Nothing, or `:` and a number from 1 to 65535.
    private static func isPlainPort(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first else { return true }
        let digits = text.dropFirst()
        guard first == UInt8(ascii: ":"), digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(Substring(digits))
        else { return false }
        return port > 0
    }

    /// An address in brackets.
    private static func isIPv6(_ literal: Substring.UTF8View) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, String(Substring(literal.dropFirst().dropLast())), &address) == 1
    }

    private static let schemes = ["http://".utf8, "https://".utf8]
    private static let slash = UInt8(ascii: "/")
    private static let authorityEnds = ByteSet("/?#")
    /// What a registered name may hold beside letters and digits.
    private static let hostMarks = ByteSet("-._")
}
