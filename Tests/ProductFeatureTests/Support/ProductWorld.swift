import CacheManagement
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import ProductFeature
import TestSupport

/// The module over a server of a few products, with the account, the clock and the order of answers in the test's hands.
final class ProductWorld: Sendable {
    struct Row: Sendable {
        var id: String
        var category: String
        var name: String
        var amount: String = "10.00"
        var stock: Int = 5

        var json: String {
            """
            {"id": "\(id)", "name": "\(name)", "summary": "About \(name)", "category": "\(category)", \
            "price": {"amount": "\(amount)", "currency": "EUR"}, "stock": \(stock), \
            "updatedAt": "2026-01-02T03:04:05Z"}
            """
        }
    }

    /// The rows that each account sees.
    final class Catalogue: Sendable {
        private let rows = Locked([
            "alice": [
                Row(id: "p-1", category: "books", name: "Atlas"), Row(id: "p-2", category: "audio", name: "Tape"),
                Row(id: "p-3", category: "books", name: "Novel"),
            ],
            "bob": [Row(id: "p-9", category: "garden", name: "Spade")],
        ])

        func change(_ id: String, of account: String = "alice", _ body: @Sendable (inout Row) -> Void) -> Row? {
            rows.withLock { rows in
                guard let index = rows[account]?.firstIndex(where: { $0.id == id }) else { return nil }
                body(&rows[account]![index])
                return rows[account]![index]
            }
        }

        func remove(_ id: String) { rows.withLock { $0["alice"]?.removeAll { $0.id == id } } }

        func answer(_ request: NetworkRequest, for account: String) -> (status: Int, json: String) {
            switch request.operation {
            case "products.list":
                let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                let category = query.first { $0.name == "category" }?.value
                let found = rows.withLock { $0[account] ?? [] }.filter { category == nil || $0.category == category }
                return (200, #"{"products": [\#(found.map(\.json).joined(separator: ", "))]}"#)
            case "products.detail":
                return found(change(request.url.lastPathComponent, of: account) { _ in })
            case "products.edit":
                let body = try? JSONDecoder().decode(Edit.self, from: request.body?.data ?? Data())
                return found(
                    change(request.url.lastPathComponent, of: account) { row in
                        // The server tidies names up, so its answer differs from what was sent.
                        if let name = body?.name { row.name = name.trimmingCharacters(in: .whitespaces) }
                        if let amount = body?.price?.amount { row.amount = amount }
                        if let stock = body?.stock { row.stock = stock }
                    })
            default:
                return (404, "{}")
            }
        }

        private struct Edit: Decodable {
            struct Price: Decodable { let amount: String }
            let name: String?
            let price: Price?
            let stock: Int?
        }

        private func found(_ row: Row?) -> (status: Int, json: String) {
            row.map { (200, $0.json) } ?? (404, #"{"error": "not_found"}"#)
        }
    }

    let catalogue = Catalogue()
    let server: FakeServer
    let session: GatedSession
    let clock = ManualClock()
    let signals: SignalService
    let service: any NetworkTransferService
    let log: Log
    let module: ProductModule
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
    init(policy: CachePolicy = .products, window: Duration = .zero) {
        let account = Account()
        let catalogue = catalogue
        let log = Log()
        // Like a token that is added when the request is sent.
        let server = FakeServer { catalogue.answer($0, for: account.current) }
        session = GatedSession { request throws(NetworkError) in try server.answer(request) }
        signals = SignalService(window: window, clock: clock)
        service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")), session: session)
        module = ProductModule(
            service: service, scope: { account.scope }, signals: signals, policy: policy, clock: clock,
            log: { log.append($0) })
        self.server = server
        self.account = account
        self.log = log
    }

    var useCase: any ProductUseCase { module.useCase }
    var calls: Int { session.requests.count }
    var scope: @Sendable () -> CacheScope { { [account] in account.scope } }

    /// What an app does on a switch: the scope first, then the former one is cleared.
    func switchAccount(to name: String) async throws {
        let former = account.scope
        account.current = name
        for cache in module.caches { try await cache.clear(former) }
    }

    /// The scope alone, as in the moment before the former one is cleared.
    func switchScope(to name: String) { account.current = name }
}

/// Collects log entries.
final class Log: Sendable {
    private let state = Locked<[ProductLogEntry]>([])
    func append(_ entry: ProductLogEntry) { state.withLock { $0.append(entry) } }
    var entries: [ProductLogEntry] { state.withLock { $0 } }
    var text: String { entries.map(\.description).joined(separator: "\n") }
}

extension [Product] {
    var ids: [String] { map(\.id) }
}
