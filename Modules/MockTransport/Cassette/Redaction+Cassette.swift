import Foundation
import Networking

// A cassette must stay usable: unlike a log it keeps whole bodies, of any kind.
extension Redaction {
    /// The headers; those that hold a URL are treated like one.
    func recordedHeaders(_ headers: HTTPHeaders) -> [Cassette.Field] {
        self.headers(headers).map { field in
            guard ["location", "content-location", "referer"].contains(field.name.lowercased()) else {
                return Cassette.Field(name: field.name, value: field.value)
            }
            return Cassette.Field(name: field.name, value: URL(string: field.value).map(url) ?? Self.mark)
        }
    }

    /// The body: members of JSON and fields of forms that are named like secrets lose their values, and a body without
    /// such a name keeps its very bytes. Text of any other kind is kept as it is.
    func recordedBody(_ data: Data, contentType: String?) -> Cassette.Body? {
        if data.isEmpty { return nil }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return .text(form(String(decoding: data, as: UTF8.self)))
        }
        // Whatever parses is JSON, whatever its label: servers mislabel it, and a secret must not slip through.
        guard let json = JSONValue(data) else { return Cassette.Body(data) }
        let redacted = recordedJSON(json)
        return Cassette.Body(redacted == json ? data : redacted.data)
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
