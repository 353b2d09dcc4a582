import CacheManagement
import ContactsFeature
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import TestSupport

/// The module over a server, with the account, the clock and the order of answers in the test's hands.
final class World: Sendable {
    let server = ContactsServer()
    let clock = ManualClock()
    let session: GatedSession
    let signals: SignalService
    let module: ContactsModule
    private let account: Account

    final class Account: Sendable {
        private let name = Locked("alice")
        var current: String {
            get { name.withLock { $0 } }
            set { name.withLock { $0 = newValue } }
        }
        var scope: CacheScope { CacheScope(account: current, dataSource: "mock") }
    }

    /// - Parameter window: how long a burst of signals lasts on ``clock``; zero for no wait at all.
    init(policy: CachePolicy = .contacts, window: Duration = .zero) {
        let account = Account()
        let server = server
        session = GatedSession { request throws(NetworkError) in
            // Like a token that is added when the request is sent.
            try server.answer(request, for: account.current)
        }
        signals = SignalService(window: window, clock: clock)
        module = ContactsModule(
            service: DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")), session: session),
            scope: { account.scope }, signals: signals, policy: policy, clock: clock)
        self.account = account
    }

    var repository: any ContactsRepository { module.repository }
    var useCase: any ContactsUseCase { module.useCase }
    var listCalls: Int { session.count("contacts.list") }
    var scope: CacheScope { account.scope }

    /// What an app does on a switch: the scope first, then the former one is cleared.
    func switchAccount(to name: String) async throws {
        let former = account.scope
        account.current = name
        for cache in module.caches { try await cache.clear(former) }
    }

    /// The scope alone, as in the moment before the former one is cleared.
    func switchScope(to name: String) { account.current = name }

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

extension [Contact] {
    var ids: [String] { map(\.id) }
}
