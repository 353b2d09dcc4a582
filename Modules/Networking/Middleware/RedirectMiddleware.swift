package import Foundation

/// Follows redirects by RFC 9110 §15.4: 303 becomes GET, 301 and 302 turn a POST into GET, 307 and 308 keep method and
/// body. `Location` is resolved by RFC 3986 §5. A response without `Location` is given back as it is.
///
/// Credentials and sensitive headers stay with their origin (scheme, host and port). Stepping down from https, going
/// in circles and going on for ever end with ``NetworkError/Kind/redirect(_:)``.
public struct RedirectMiddleware: NetworkMiddleware {
    private let limit: Int
    private let sensitive: Redaction

    /// Follows at most `limit` redirects in a row; what `sensitive` names does not leave its origin.
    public init(limit: Int = 20, sensitive: Redaction = .standard) {
        self.limit = limit
        self.sensitive = sensitive
    }

    /// See ``NetworkMiddleware``.
    public func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        var request = request
        var seen: Set<String> = []
        while true {
            let response = try await next(request)
            guard let location = response.headers["Location"],
                [301, 302, 303, 307, 308].contains(response.statusCode)
            else { return response }
            do throws(NetworkError) {
                seen.insert("\(request.method) \(request.url.absoluteString)")
                let target = try target(location, from: request.url)
                guard seen.count <= limit else { throw NetworkError(.redirect(.tooMany(limit: limit))) }
                request = try redirected(request, to: target, status: response.statusCode)
                if seen.contains("\(request.method) \(target.absoluteString)") {
                    throw NetworkError(.redirect(.loop))
                }
            } catch {
                throw error.identified(by: request)
            }
        }
    }

    private func target(_ location: String, from base: URL) throws(NetworkError) -> URL {
        let text = PercentEncoding.repair(
            String(location.prefix { $0 != "#" }), allowing: PercentEncoding.queryMarks.union("[]"))
        // Foundation takes an empty reference for no URL; RFC 3986 for the same document.
        guard let resolved = text.isEmpty ? base : URL(string: text, relativeTo: base)?.absoluteURL,
            let url = try? RequestURL.checked(resolved.absoluteString)
        else { throw NetworkError(.redirect(.invalidTarget)) }
        if base.scheme?.lowercased() == "https", url.scheme?.lowercased() == "http" {
            throw NetworkError(.redirect(.downgrade))
        }
        return url
    }

    private func redirected(
        _ request: NetworkRequest, to target: URL, status: Int
    ) throws(NetworkError) -> NetworkRequest {
        var next = request
        next.url = target
        if status == 303 ? request.method != .head : (status < 303 && request.method == .post) {
            next.method = .get
            next.body = nil
            next.headers = HTTPHeaders(request.headers.filter { !Self.describesBody($0.name) })
        } else if let body = request.body, !body.isReplayable {
            throw NetworkError(.bodyNotReplayable)
        }
        if !request.url.hasSameOrigin(as: target) {
            next.headers = HTTPHeaders(
                next.headers.filter { !sensitive.isSensitive($0.name) && !HTTPHeaders.equal($0.name, "Host") })
        }
        return next
    }

    private static func describesBody(_ name: String) -> Bool {
        name.lowercased().hasPrefix("content-") || HTTPHeaders.equal(name, "Digest")
    }
}

extension URL {
    /// Whether scheme, host and port are the same (RFC 6454).
    package func hasSameOrigin(as other: URL) -> Bool {
        func origin(_ url: URL) -> [String?] {
            let scheme = url.scheme?.lowercased()
            return [scheme, url.host?.lowercased(), String(url.port ?? (scheme == "https" ? 443 : 80))]
        }
        return origin(self) == origin(other)
    }
}
