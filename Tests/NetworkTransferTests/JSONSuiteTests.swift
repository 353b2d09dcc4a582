import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// JSONTestSuite (Nicolas Seriot), where it is at hand: each file as a response body.
@Suite("Public JSON suite", .enabled(if: PublicSuites.file("json/test_parsing") != nil, "the suite is not there"))
struct JSONSuiteTests {
    /// Any JSON value.
    private enum Value: Decodable, Sendable {
        case null, bool, number, string, array([Value]), object([String: Value])

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Key.self) {
                self = .object(
                    try Dictionary(
                        object.allKeys.map { ($0.stringValue, try object.decode(Value.self, forKey: $0)) },
                        uniquingKeysWith: { $1 }))
                return
            }
            if var array = try? decoder.unkeyedContainer() {
                var values: [Value] = []
                while !array.isAtEnd { values.append(try array.decode(Value.self)) }
                self = .array(values)
                return
            }
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if (try? single.decode(Bool.self)) != nil {
                self = .bool
            } else if (try? single.decode(String.self)) != nil {
                self = .string
            } else {
                _ = try single.decode(Double.self)
                self = .number
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Router: NetworkRequestRouter {
        let operation = "suite.json"
        let path = "/"
        let methodType = HTTPMethod.get
        let headers: HTTPHeaders = [:]
    }

    private struct Session: NetworkSession {
        let body: Data
        func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
            NetworkResponse(request: request, statusCode: 200, body: body)
        }
    }

    /// What JSONDecoder takes although it should not, and the one number that it refuses.
    private static let leniencies: Set<String> = [
        "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
    ]
    private static let refusals: Set<String> = ["y_number_0e1.json"]

    @Test("Each file decodes, or gives the parsing error; none crashes")
    func files() async throws {
        let folder = try #require(PublicSuites.file("json/test_parsing"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 300)
        for name in names {
            let body = try Data(contentsOf: folder.appendingPathComponent(name))
            let service = DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: URL(string: "http://h")), session: Session(body: body))
            do throws(NetworkTransferError) {
                _ = try await service.fetchCodable(Value.self, Router())
                #expect(!name.hasPrefix("n_") || Self.leniencies.contains(name), "\(name) was taken")
            } catch {
                #expect(!name.hasPrefix("y_") || Self.refusals.contains(name), "\(name): \(error)")
                switch error {
                case .parsing(let failure): #expect(failure.underlying is DecodingError, "\(name)")
                case .emptyBody: #expect(body.isEmpty, "\(name)")
                default: Issue.record("\(name): \(error)")
                }
            }
        }
    }
}
