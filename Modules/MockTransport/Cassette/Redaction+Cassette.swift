import Foundation
import Networking

// A cassette must stay usable: unlike a log it keeps what is not named like a secret, query values above all.
extension Redaction {
    /// The URL without credentials and fragment, and without the values of query items that are named like secrets.
    func recordedURL(_ text: String) -> String {
        let whole = text.prefix { $0 != "#" }
        var location = String(whole.prefix { $0 != "?" })
        if let scheme = location.firstRange(of: "://"),
            let at = location[scheme.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
        {
            location.replaceSubrange(scheme.upperBound...at, with: "")
        }
        guard let mark = whole.firstIndex(of: "?") else { return location }
        return "\(location)?\(recordedForm(String(whole[whole.index(after: mark)...])))"
    }

    /// The headers; those that hold a URL are treated like one.
    func recordedHeaders(_ headers: HTTPHeaders) -> [Cassette.Field] {
        self.headers(headers).map { field in
            let holdsURL = ["location", "content-location", "referer"].contains(field.name.lowercased())
            return Cassette.Field(name: field.name, value: holdsURL ? recordedURL(field.value) : field.value)
        }
    }

    /// The body: members of JSON and fields of forms that are named like secrets lose their values, and a body without
    /// such a name keeps its very bytes. Text of any other kind is kept as it is.
    func recordedBody(_ data: Data, contentType: String?) -> Cassette.Body? {
        if data.isEmpty { return nil }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return .text(recordedForm(String(decoding: data, as: UTF8.self)))
        }
        // Whatever parses is JSON, whatever its label: servers mislabel it, and a secret must not slip through.
        guard let json = JSONValue(data) else { return Cassette.Body(data) }
        let redacted = recordedJSON(json)
        return Cassette.Body(redacted == json ? data : redacted.data)
    }

    private func recordedForm(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            guard name.endIndex < pair.endIndex, isSensitive(name.removingPercentEncoding ?? String(name)) else {
                return String(pair)
            }
            return "\(name)=\(Self.mark)"
        }.joined(separator: "&")
    }

    private func recordedJSON(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, isSensitive(name) ? .string(Self.mark) : recordedJSON(value))
                    }))
        case .array(let values): .array(values.map(recordedJSON))
        default: value
        }
    }
}
