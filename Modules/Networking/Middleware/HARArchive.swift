import Foundation

/// The parts of HTTP Archive 1.2 that readers ask for. Names are the format's.
struct HARArchive: Codable, Sendable {
    struct Log: Codable, Sendable {
        var version = "1.2"
        var creator = Creator()
        var entries: [Entry]
    }

    struct Creator: Codable, Sendable {
        var name = "Harmony"
        var version = "1.0"
    }

    struct Entry: Codable, Sendable {
        var startedDateTime: String
        /// Milliseconds, the sum of the timings that are not -1.
        var time: Double
        var request: Request
        var response: Response
        var cache = Cache()
        var timings: Timings
        /// The operation; fields that start with an underscore are for whoever writes them.
        var _operation: String
    }

    struct Cache: Codable, Sendable {}

    struct NameValue: Codable, Sendable {
        var name: String
        var value: String
    }

    struct Request: Codable, Sendable {
        var method: String
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [NameValue] = []
        var headers: [NameValue]
        var queryString: [NameValue]
        var postData: PostData?
        var headersSize = -1
        var bodySize: Int
    }

    struct PostData: Codable, Sendable {
        var mimeType: String
        var text: String
    }

    struct Response: Codable, Sendable {
        var status: Int
        var statusText = ""
        var httpVersion = "HTTP/1.1"
        var cookies: [NameValue] = []
        var headers: [NameValue]
        var content: Content
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int
        /// Why there is no response.
        var _error: String?
    }

    struct Content: Codable, Sendable {
        var size: Int
        var mimeType: String
        var text: String?
    }

    /// Milliseconds; -1 for what does not apply.
    struct Timings: Codable, Sendable {
        var blocked: Double
        var dns = -1.0
        var connect = -1.0
        var ssl = -1.0
        var send: Double
        var wait: Double
        var receive: Double
    }

    var log: Log
}
