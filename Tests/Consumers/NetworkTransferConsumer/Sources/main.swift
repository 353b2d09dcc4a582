import Foundation
import NetworkTransfer
import Networking

// Code that depends on the protocol only, with a service of the consumer's own in its place.
struct Quote: Decodable, Sendable, Equatable {
    let text: String
}

struct BundledQuotes: LocalDataSource {
    func data(named name: String) throws -> Data {
        guard name == "quotes.today" else { throw CocoaError(.fileNoSuchFile) }
        return Data(#"{"text": "Simple and elegant before clever."}"#.utf8)
    }
}

struct QuoteSession: NetworkSession {
    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url.path() == "/quotes/today" else { return NetworkResponse(request: request, statusCode: 404) }
        return NetworkResponse(request: request, statusCode: 200, body: Data(#"{"text": "from the server"}"#.utf8))
    }
}

func today(from service: any NetworkTransferService) async throws(NetworkTransferError) -> Quote {
    try await service.fetchLocalData(Quote.self, named: "quotes.today")
}

let service = DefaultNetworkTransferService(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://quotes.test")), session: QuoteSession(),
    localData: BundledQuotes())
let local = try await today(from: service)
precondition(local == Quote(text: "Simple and elegant before clever."))
let remote: Quote = try await service.get("/quotes/today")
precondition(remote == Quote(text: "from the server"))
do throws(NetworkTransferError) {
    let _: Quote = try await service.get("/quotes/tomorrow")
    preconditionFailure("a 404 must be an error")
} catch {
    guard case .status(let response) = error else { preconditionFailure("\(error)") }
    precondition(response.statusCode == 404)
}
print("NetworkTransferConsumer: \(local.text)")
