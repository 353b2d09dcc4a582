public import Foundation

/// One target of a `Link` header field (RFC 8288).
public struct WebLink: Sendable, Hashable {
    /// The target, resolved against the URL that answered.
    public var url: URL
    /// The parameters in lower case, `rel` among them; the first of a name counts.
    public var parameters: [String: String]

    /// A link from its parts.
    public init(url: URL, parameters: [String: String]) {
        self.url = url
        self.parameters = parameters
    }

    /// Whether it is a link of that relation type.
    public func hasRelation(_ relation: String) -> Bool {
        parameters["rel"]?.split(separator: " ").contains { $0.lowercased() == relation.lowercased() } == true
    }

    /// Reads the values of `Link` fields; what is malformed is left out.
    public static func parse(_ text: String, relativeTo base: URL) -> [WebLink] {
        var scanner = Scanner(rest: text[...])
        var links: [WebLink] = []
        while let target = scanner.target() {
            var parameters: [String: String] = [:]
            while let (name, value) = scanner.parameter() {
                if parameters[name] == nil { parameters[name] = value }
            }
            if let url = URL(string: target, relativeTo: base)?.absoluteURL {
                links.append(WebLink(url: url, parameters: parameters))
            }
        }
        return links
    }

    private struct Scanner {
        var rest: Substring

        mutating func target() -> String? {
            guard let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") else { return nil }
            defer { rest = rest[rest.index(after: close)...] }
            return String(rest[rest.index(after: open)..<close])
        }

        /// `; name=value`, the value a token or a quoted string.
        mutating func parameter() -> (name: String, value: String)? {
            skipSpaces()
            guard rest.first == ";" else { return nil }
            rest.removeFirst()
            skipSpaces()
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," }
            rest = rest.dropFirst(name.count)
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            guard rest.first == "=" else { return (key, "") }
            rest.removeFirst()
            skipSpaces()
            return (key, rest.first == "\"" ? quoted() : token())
        }

        private mutating func token() -> String {
            let value = rest.prefix { $0 != ";" && $0 != "," }
            rest = rest.dropFirst(value.count)
            return value.trimmingCharacters(in: .whitespaces)
        }

        private mutating func quoted() -> String {
            rest.removeFirst()
            var value = ""
            while let character = rest.popFirst(), character != "\"" {
                value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
            return value
        }

        private mutating func skipSpaces() {
            rest = rest.drop { $0 == " " || $0 == "\t" }
        }
    }
}
