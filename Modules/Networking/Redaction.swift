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

    /// The URL without credentials and fragment, every query value replaced: which of them are secret is the
    /// server's business.
    public func url(_ url: URL) -> String {
        self.url(url.absoluteString)
    }

    func url(_ text: String) -> String {
        let whole = text.prefix { $0 != "#" }
        let location = whole.prefix { $0 != "?" }
        let query = whole.dropFirst(location.count + 1)
        var shown = String(location)
        if let scheme = shown.firstRange(of: "://"),
            let at = shown[scheme.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
        {
            shown.replaceSubrange(scheme.upperBound...at, with: "")
        }
        guard !query.isEmpty else { return shown }
        let items = query.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return name.endIndex == item.endIndex ? String(name) : "\(name)=\(Self.mark)"
        }
        return shown + "?" + items.joined(separator: "&")
    }
}
