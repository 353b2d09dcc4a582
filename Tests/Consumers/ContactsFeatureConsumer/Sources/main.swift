import CacheManagement
import ContactsFeature
import Foundation
import NetworkTransfer
import Networking

// The contacts feature over a server of the consumer's own.
struct Server: NetworkSession {
    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let body = """
            {"contacts": [{"id": "1", "name": "Ada"}], "requestsSent": [], "requestsReceived": [], "placeholders": []}
            """
        return NetworkResponse(request: request, statusCode: 200, body: Data(body.utf8))
    }
}

let service = DefaultNetworkTransferService(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://contacts.test")), session: Server())
let contacts = ContactsModule(
    service: service, scope: { CacheScope(account: "me", dataSource: "real") }, signals: SignalService())
let loaded = try await contacts.useCase.people(.chatPartners)
precondition(loaded.source == .network && loaded.value.map(\.name) == ["Ada"])
let again = try await contacts.useCase.people(.shareRecipients)
precondition(again.source == .memory)
print("ContactsFeatureConsumer: \(loaded.value.map(\.name)) from \(loaded.source), then from \(again.source)")
