import Foundation

extension URL {
    /// The query as a form decoder reads it: `+` is a space, and the last of several values counts.
    var decodedQuery: [String: String] {
        var items: [String: String] = [:]
        for pair in (query(percentEncoded: true) ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { part in
                    let text = part.replacing("+", with: " ")
                    return text.removingPercentEncoding ?? String(text)
                }
            items[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return items
    }
}
