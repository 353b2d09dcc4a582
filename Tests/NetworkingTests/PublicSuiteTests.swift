import Foundation
import Networking
import TestSupport
import Testing

/// The Web Platform Tests' list of URLs, where it is at hand. It is written for another standard (WHATWG), so what is
/// asked is not equality but safety: no crash, and a reference that names no host never leaves its own.
@Suite("Public URL suite", .enabled(if: PublicSuites.file("wpt-url/urltestdata.json") != nil, "the suite is not there"))
struct PublicSuiteTests {
    private struct Case: Decodable {
        var input: String
        var base: String?
    }

    /// Strings between the cases are comments.
    private enum Line: Decodable {
        case comment, test(Case)

        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) != nil {
                self = .comment
            } else {
                self = .test(try Case(from: decoder))
            }
        }
    }

    private var cases: [Case] {
        get throws {
            let file = try #require(PublicSuites.file("wpt-url/urltestdata.json"))
            return try JSONDecoder().decode([Line].self, from: Data(contentsOf: file)).compactMap {
                if case .test(let test) = $0 { test } else { nil }
            }
        }
    }

    @Test("Resolution: a reference without a host stays with scheme and host of its base")
    func resolution() async throws {
        let cases = try cases
        #expect(cases.count > 800)
        for test in cases {
            guard let base = URL(string: test.base ?? "http://base.test/dir/file?q"),
                base.scheme == "http" || base.scheme == "https", base.host != nil
            else { continue }
            let session = ScriptedSession { (request, index) throws(NetworkError) in
                NetworkResponse(
                    request: request, statusCode: index == 0 ? 303 : 200,
                    headers: index == 0 ? ["Location": test.input] : [:])
            }
            let request = NetworkRequest(operation: "test.url", method: .post, url: base)
            guard let response = try? await MiddlewareSession(session, [RedirectMiddleware()]).response(for: request)
            else { continue }
            #expect(["http", "https"].contains(response.url.scheme?.lowercased()))
            let namesHost =
                test.input.hasPrefix("//") || test.input.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains(":")
            if !namesHost {
                #expect(response.url.scheme == base.scheme, "\(test.input)")
                #expect(response.url.host == base.host, "\(test.input)")
                #expect(response.url.port == base.port, "\(test.input)")
            }
        }
    }

    @Test("Any text as a path stays under its base; as a full URL it is sound or refused")
    func building() throws {
        let base = try #require(URL(string: "http://base.test:8080/v1"))
        for test in try cases {
            let configuration = NetworkConfiguration(baseURL: base)
            if let url = try? NetworkRequest(router: TestRouter(path: test.input), configuration: configuration).url {
                #expect(url.scheme == "http" && url.host == "base.test" && url.port == 8080, "\(test.input)")
                #expect(url.absoluteString.hasPrefix("http://base.test:8080/v1"), "\(test.input)")
            }
            guard let full = URL(string: test.input) else { continue }
            if let url = try? NetworkRequest(router: TestRouter(fullURL: full), configuration: configuration).url {
                #expect(url.user == nil && url.password == nil && url.host?.isEmpty == false, "\(test.input)")
                #expect(url.host?.lowercased() == full.host?.lowercased(), "\(test.input)")
            }
        }
    }
}
