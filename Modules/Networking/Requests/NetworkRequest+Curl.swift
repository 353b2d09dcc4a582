import Foundation

extension NetworkRequest {
    /// The request as a command that `/bin/sh` runs: same method, URL, headers and body, byte for byte, except for what
    /// is replaced. A streamed body is read from standard input.
    /// - Parameter redaction: What is replaced; `nil` replaces nothing, and then the text holds the request's secrets.
    public func curlCommand(redaction: Redaction? = .standard) -> String {
        var words = ["curl", "--globoff", "--path-as-is"]
        words += method == .head ? ["--head"] : ["--request", Self.quoted(method.rawValue)]
        for field in redaction?.headers(headers) ?? headers {
            // A header without a value is spelled with a semicolon.
            words += [
                "--header", Self.quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"),
            ]
        }
        let (source, data) = curlBody(redaction)
        words += data + [Self.quoted(redaction?.url(url) ?? url.absoluteString)]
        return (source.map { [$0, "|"] } ?? []).joined(separator: " ") + (source == nil ? "" : " ")
            + words.joined(separator: " ")
    }

    /// What writes the body to curl's standard input, if anything does, and curl's own options.
    private func curlBody(_ redaction: Redaction?) -> (source: String?, options: [String]) {
        switch body?.content {
        case nil: return (nil, [])
        case .file(let url): return (nil, ["--data-binary", Self.quoted("@" + url.path)])
        case .stream, .encoded: return (nil, ["--data-binary", "@-"])
        case .data(let data):
            if let redaction {
                let shown = redaction.body(data, contentType: headers["Content-Type"])
                return (nil, ["--data-raw", Self.quoted(shown)])
            }
            if let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0) {
                return (nil, ["--data-raw", Self.quoted(text)])
            }
            // No argument can hold every byte, but printf can write it.
            let octal = data.map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
            return ("printf " + Self.quoted(octal.joined()), ["--data-binary", "@-"])
        }
    }

    /// Nothing is special between single quotes but the quote itself.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
