import Foundation

/// How a base, a path and query items become one URL, and which URLs may be sent at all.
enum RequestURL {
    /// Joins with exactly one `/`; an empty path leaves the base as it is. The query already in the base comes first,
    /// then the one in the path, then the items.
    static func build(
        base: URL, path: String, queryItems: [URLQueryItem], encoding: PercentEncoding.Query = .standard
    ) throws(NetworkError) -> URL {
        let (baseLocation, baseQuery) = split(base.absoluteString.prefix { $0 != "#" })
        let (pathPart, pathQuery) = split(path[...])
        var location = String(baseLocation)
        if !pathPart.isEmpty {
            while location.last == "/" { location.removeLast() }
            location +=
                "/" + PercentEncoding.repair(String(pathPart.drop { $0 == "/" }), allowing: PercentEncoding.pathMarks)
        }
        var queries: [String] = []
        if let baseQuery { queries.append(String(baseQuery)) }
        if let pathQuery {
            queries.append(PercentEncoding.repair(String(pathQuery), allowing: PercentEncoding.queryMarks))
        }
        if !queryItems.isEmpty { queries.append(PercentEncoding.query(queryItems, encoding)) }
        let text = queries.isEmpty ? location : location + "?" + queries.joined(separator: "&")
        return try checked(text)
    }

    /// A URL that every parser reads alike: http or https, a plain host, a numeric port, no credentials, no character
    /// that needed repair.
    static func checked(_ text: String) throws(NetworkError) -> URL {
        guard let url = URL(string: text, encodingInvalidCharacters: false),
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.encodedHost, isPlainHost(host),
            parts.user == nil, parts.password == nil,
            hasPlainPort(text, scheme: scheme, host: host), (1...65535).contains(parts.port ?? 80)
        else { throw NetworkError(.invalidURL(text)) }
        return url
    }

    private static func split(_ text: Substring) -> (Substring, Substring?) {
        guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
        return (text[..<mark], text[text.index(after: mark)...])
    }

    /// A registered name of letters, digits, `-`, `.` and `_`, or an IPv6 literal in brackets.
    private static func isPlainHost(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = in6_addr()
            return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
        }
        return !host.isEmpty
            && host.utf8.allSatisfy {
                PercentEncoding.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "_")
            }
    }

    /// Foundation's parser drops a port that is no number; what stands in the text must be what was parsed.
    private static func hasPlainPort(_ text: String, scheme: String, host: String) -> Bool {
        let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard authority.lowercased().hasPrefix(host.lowercased()) else { return false }
        let port = authority.dropFirst(host.count)
        return port.isEmpty || (port.first == ":" && port.count > 1 && port.dropFirst().allSatisfy(\.isNumber))
    }
}
