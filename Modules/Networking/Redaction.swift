public import Foundation

/// What is hidden before anything is written down: logs, cURL text, HAR files and error descriptions all ask this.
public struct Redaction: Sendable {
    /// What stands in place of a secret.
    public static let mark = "REDACTED"

    /// Header names whose values are hidden, lower case.
    public var headers: Set<String>
    /// Names of query items, form fields and JSON members whose values are hidden: a name is sensitive when it holds
    /// one of these words, lower case, without regard to case, `_` and `-`.
    public var words: Set<String>

    /// Hides the given headers and names.
    public init(headers: Set<String>, words: Set<String>) {
        self.headers = headers
        self.words = words
    }

    /// Credentials, cookies and whatever is named like a token, a secret or a password.
    public static let standard = Redaction(
        headers: ["authorization", "proxy-authorization", "cookie", "set-cookie", "www-authenticate"],
        words: ["token", "secret", "password", "passwd", "apikey", "authorization", "signature", "credential"])

    /// Whether a name is one whose value must not be shown.
    public func isSensitive(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
        return headers.contains(name.lowercased()) || words.contains { plain.contains($0) }
    }

    /// The headers with sensitive values replaced.
    public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(
            headers.map { HTTPHeaders.Field(name: $0.name, value: isSensitive($0.name) ? Self.mark : $0.value) })
    }

    /// The URL without credentials and fragment, and with the values of sensitive query items replaced.
    public func url(_ url: URL) -> String {
        let (location, query) = Self.parts(url.absoluteString)
        return query.map { location + "?" + form(String($0)) } ?? location
    }

    /// The URL with every query value replaced: for errors, which travel further than logs.
    static func namesOnly(_ text: String) -> String {
        let (location, query) = parts(text)
        guard let query else { return location }
        let items = query.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return name.endIndex == item.endIndex ? String(name) : "\(name)=\(mark)"
        }
        return location + "?" + items.joined(separator: "&")
    }

    private static func parts(_ text: String) -> (location: String, query: Substring?) {
        let whole = text.prefix { $0 != "#" }
        var location = String(whole.prefix { $0 != "?" })
        let query = location.count < whole.count ? whole.dropFirst(location.count + 1) : nil
        if let scheme = location.firstRange(of: "://") {
            let authority = location[scheme.upperBound...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") { location.removeSubrange(scheme.upperBound...at) }
        }
        return (location, query)
    }
}
