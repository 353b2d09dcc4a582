package import Foundation

extension Redaction {
    /// The most bytes of a body that are written down.
    package static let bodyLimit = 64 * 1_024

    /// A body as it may be written down: JSON and forms with sensitive values replaced, anything else by its size only,
    /// because nobody knows where its secrets are.
    package func body(_ data: Data, contentType: String?) -> String {
        let type = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard !data.isEmpty else { return "" }
        if data.count <= Self.bodyLimit {
            if type == "application/json" || type.hasSuffix("+json"), let text = json(data) { return text }
            if type == "application/x-www-form-urlencoded" { return form(String(decoding: data, as: UTF8.self)) }
        }
        return "<\(data.count) bytes\(type.isEmpty ? "" : " of \(type)")>"
    }

    private func json(_ data: Data) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
            let text = try? JSONSerialization.data(
                withJSONObject: redacted(value), options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private func redacted(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { ($0, isSensitive($0) ? Self.mark as Any : redacted($1)) })
        case let array as [Any]: array.map(redacted)
        default: value
        }
    }

    /// The items of a query or form, in order.
    package func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            let plain = name.replacing("+", with: " ").removingPercentEncoding ?? String(name)
            return name.endIndex != item.endIndex && isSensitive(plain) ? "\(name)=\(Self.mark)" : String(item)
        }.joined(separator: "&")
    }
}
