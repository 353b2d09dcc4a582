public import Foundation
import Networking

/// Recorded exchanges: made by a ``CassetteRecorder``, answered from by a ``CassettePlayer``, kept as a JSON file.
///
/// Secrets are replaced when an exchange is recorded, so neither the value nor the file ever holds them.
public struct Cassette: Sendable, Hashable, Codable {
    /// The version of the file's form that this module writes.
    public static let currentVersion = 1

    /// The version of the file's form.
    public var version: Int
    /// The exchanges, in the order in which their answers were complete.
    public var interactions: [Interaction]

    /// A request and its answer.
    public struct Interaction: Sendable, Hashable, Codable {
        /// The request's operation; it does not take part in matching.
        public var operation: String
        /// What was asked.
        public var request: Request
        /// What was answered.
        public var response: Response
    }

    /// What was asked.
    public struct Request: Sendable, Hashable, Codable {
        /// The method.
        public var method: String
        /// The URL, without credentials and fragment.
        public var url: String
        /// The headers in order.
        public var headers: [Field]
        /// The body, `nil` for none.
        public var body: Body?
    }

    /// What was answered.
    public struct Response: Sendable, Hashable, Codable {
        /// The status code.
        public var statusCode: Int
        /// The headers in order.
        public var headers: [Field]
        /// The body, `nil` for none.
        public var body: Body?
    }

    /// One header field.
    public struct Field: Sendable, Hashable, Codable {
        /// The name as it was written.
        public var name: String
        /// The value, or the redaction's mark.
        public var value: String
    }

    /// The bytes of a message: text where they are UTF-8, so that a cassette can be read and edited.
    public enum Body: Sendable, Hashable, Codable {
        /// UTF-8.
        case text(String)
        /// Anything else, as Base64 in the file.
        case bytes(Data)

        /// A body of these bytes.
        public init(_ data: Data) {
            self = String(bytes: data, encoding: .utf8).map(Body.text) ?? .bytes(data)
        }

        /// The bytes.
        public var data: Data {
            switch self {
            case .text(let text): Data(text.utf8)
            case .bytes(let data): data
            }
        }
    }

    /// A cassette of these exchanges.
    public init(interactions: [Interaction] = []) {
        version = Self.currentVersion
        self.interactions = interactions
    }

    /// Reads a file; blocks meanwhile.
    ///
    /// - Throws: ``MockTransportError/cassette(path:underlying:)``, also for a version that this module does not know.
    public init(contentsOf file: URL) throws(MockTransportError) {
        do {
            self = try JSONDecoder().decode(Cassette.self, from: Data(contentsOf: file))
            if version != Self.currentVersion { throw UnknownVersion(version: version) }
        } catch {
            throw .cassette(path: file.path, underlying: error)
        }
    }

    /// Writes a file that only its owner may read (mode 0600), in place of one that is there; blocks meanwhile.
    ///
    /// - Throws: ``MockTransportError/cassette(path:underlying:)``.
    public func save(to file: URL) throws(MockTransportError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try PrivateFile.replace(file, with: encoder.encode(self))
        } catch {
            throw .cassette(path: file.path, underlying: error)
        }
    }

    private struct UnknownVersion: Error, CustomStringConvertible {
        var version: Int
        var description: String { "version \(version) is not known" }
    }
}
