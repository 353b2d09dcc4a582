import Foundation
import Networking

/// Sends each request of one module to the server or to the module's mock, as the switch says at that moment.
///
/// What is missing is a typed error: a module on mock data never falls back to the server, nor the other way round.
struct SwitchingSession: NetworkSession {
    /// The base URL of requests while a module without one is on mock data; RFC 2606 keeps the name unused.
    static let mockBaseURL = URL(string: "http://mock.invalid")

    let module: ModuleID
    let dataSwitch: DataSwitch
    let live: any NetworkSession
    let mock: (any NetworkSession)?

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await target(of: request).response(for: request)
    }

    func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream {
        try await target(of: request).stream(for: request)
    }

    private func target(of request: NetworkRequest) throws(NetworkError) -> any NetworkSession {
        switch dataSwitch.source(for: module) {
        case .mock:
            guard let mock else {
                throw NetworkError(.unknown, request: request, underlying: CompositionError.missingMock(module))
            }
            return mock
        case .real:
            guard request.url.host() != Self.mockBaseURL?.host() else {
                throw NetworkError(
                    .missingBaseURL, request: request, underlying: CompositionError.missingBaseURL(module))
            }
            return live
        }
    }
}
