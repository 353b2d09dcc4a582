import CacheManagement
import ContactsFeature
import Foundation
import MockTransport
import ModuleSupport
import NetworkTransfer
import Networking
import TestSupport

/// The module over the mock API with a few people, and the account, the clock, the faults and the order of answers in
/// the test's hands.
final class World: Sendable {
    let clock = ManualClock()
    let session: GatedSession
    let signals: SignalService
    let module: ContactsModule
    private let api: MockAPI
    private let setting: Setting

    /// What a test turns while the module runs.
    private final class Setting: Sendable {
        let account = Locked("alice")
        let faults = Locked<[String: MockFault]>([:])

        var scope: CacheScope { CacheScope(account: account.withLock { $0 }, dataSource: "mock") }
    }

    /// - Parameter window: how long a burst of signals lasts on ``clock``; zero for no wait at all.
    init(policy: CachePolicy = .contacts, window: Duration = .zero) {
        let setting = Setting()
        let api = MockAPI { _, account in Data((account == "bob" ? People.bob : People.alice).utf8) }
        session = GatedSession { (request) throws(NetworkError) in
            switch setting.faults.withLock({ $0[request.operation] }) {
            case nil: break
            case .error(let kind): throw NetworkError(kind, request: request)
            case .lostResponse:
                _ = try await api.response(for: request.authorized(for: setting.scope.account))
                throw NetworkError(.connectionLost, request: request)
            case .response(let status, let headers, let body):
                return NetworkResponse(request: request, statusCode: status, headers: headers, body: body)
            }
            // The token is added when the request is sent, as middleware does it.
            return try await api.response(for: request.authorized(for: setting.scope.account))
        }
        signals = SignalService(window: window, clock: clock)
        module = ContactsModule(
            service: DefaultNetworkTransferService(configuration: Self.configuration, session: session),
            scope: { setting.scope }, signals: signals, policy: policy, clock: clock)
        self.api = api
        self.setting = setting
    }

    private static let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org"))

    var repository: any ContactsRepository { module.repository }
    var useCase: any ContactsUseCase { module.useCase }
    var listCalls: Int { session.count("contacts.list") }

    /// Makes an operation fail until it is set to `nil`.
    func fail(_ operation: String, _ fault: MockFault?) {
        setting.faults.withLock { $0[operation] = fault }
    }

    /// The account makes a change on another device.
    func changeElsewhere(_ change: ContactChange) async throws {
        let request = try NetworkRequest(router: ContactsRouter(change), configuration: Self.configuration)
        _ = try await api.response(for: request.authorized(for: setting.scope.account))
    }

    /// What an app does on a switch: the scope first, then the former one is cleared.
    func switchAccount(to name: String) async throws {
        let former = setting.scope
        switchScope(to: name)
        for cache in module.caches { try await cache.clear(former) }
    }

    /// The scope alone, as in the moment before the former one is cleared.
    func switchScope(to name: String) {
        setting.account.withLock { $0 = name }
    }

    /// The next update that carries a value for which `condition` holds.
    func value(
        where condition: (ContactsSnapshot) -> Bool, in updates: AsyncStream<CacheUpdate<ContactsSnapshot>>
    ) async -> ContactsSnapshot? {
        for await update in updates {
            if let value = update.value, condition(value) { return value }
        }
        return nil
    }
}

extension NetworkRequest {
    fileprivate func authorized(for account: String) -> NetworkRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(account)"
        return request
    }
}

extension [Contact] {
    var ids: [String] { map(\.id) }
}

/// Small enough to be known by heart.
private enum People {
    static let alice = json(contacts: ["a-1", "a-2", "a-3"], sent: ["a-4"], received: ["a-5", "a-6"], ["a-7", "a-8"])
    static let bob = json(contacts: ["b-1"], sent: [], received: ["b-2"], ["b-3"])

    private static func json(contacts: [String], sent: [String], received: [String], _ placeholders: [String]) -> String
    {
        """
        {"contacts": \(list(contacts)), "requestsSent": \(list(sent)),
        "requestsReceived": \(list(received)), "placeholders": \(list(placeholders))}
        """
    }

    private static func list(_ ids: [String]) -> String {
        let people = ids.map { #"{"id": "\#($0)", "name": "Name \#($0)", "favorite": \#($0 == "a-3")}"# }
        return "[\(people.joined(separator: ", "))]"
    }
}
