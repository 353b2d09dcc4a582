import CacheManagement
import Foundation
import ModuleSupport
import NetworkTransfer
import Networking
import ProfileFeature
import TestSupport

/// The module over a server of two profiles, with the account, the clock and the order of answers in the test's hands.
final class ProfileWorld: Sendable {
    struct Row: Sendable {
        var name: String
        var bio: String?
    }

    final class Rows: Sendable {
        private let rows = Locked(["alice": Row(name: "Alice", bio: "Maps"), "bob": Row(name: "Bob")])

        func change(_ account: String, _ body: @Sendable (inout Row) -> Void) -> Row {
            rows.withLock { rows in
                body(&rows[account, default: Row(name: "")])
                return rows[account, default: Row(name: "")]
            }
        }

        func answer(_ request: NetworkRequest, for account: String) -> (status: Int, json: String) {
            let edit = try? JSONDecoder().decode([String: String].self, from: request.body?.data ?? Data())
            let row = change(account) { row in
                guard request.operation == "profile.update", let edit else { return }
                // The server tidies names up, so its answer differs from what was sent.
                if let name = edit["name"] { row.name = name.capitalized }
                if let bio = edit["bio"] { row.bio = bio }
            }
            let bio = row.bio.map { #""bio": "\#($0)", "# } ?? ""
            return (
                200,
                """
                {"id": "\(account)", "name": "\(row.name)", \(bio)"email": "\(account)@example.org", \
                "joinedAt": "2020-01-02T03:04:05Z"}
                """
            )
        }
    }

    final class Account: Sendable {
        private let name = Locked("alice")
        var current: String {
            get { name.withLock { $0 } }
            set { name.withLock { $0 = newValue } }
        }
        var scope: CacheScope { CacheScope(account: current, dataSource: "mock") }
    }

    let rows = Rows()
    let server: FakeServer
    let session: GatedSession
    let clock = ManualClock()
    let signals: SignalService
    let module: ProfileModule
    private let account: Account

    /// - Parameter window: how long a burst of signals lasts on ``clock``; zero for no wait at all.
    init(policy: CachePolicy = .profile, window: Duration = .zero) {
        let account = Account()
        let rows = rows
        // Like a token that is added when the request is sent.
        let server = FakeServer { rows.answer($0, for: account.current) }
        session = GatedSession { request throws(NetworkError) in try server.answer(request) }
        signals = SignalService(window: window, clock: clock)
        module = ProfileModule(
            service: DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org")), session: session),
            scope: { account.scope }, signals: signals, policy: policy, clock: clock)
        self.server = server
        self.account = account
    }

    var repository: any UserProfileRepository { module.repository }
    var useCase: any ProfileUseCase { module.useCase }
    var showCalls: Int { session.count("profile.show") }

    /// What an app does on a switch: the scope first, then the former one is cleared.
    func switchAccount(to name: String) async throws {
        let former = account.scope
        account.current = name
        for cache in module.caches { try await cache.clear(former) }
    }

    /// The scope alone, as in the moment before the former one is cleared.
    func switchScope(to name: String) { account.current = name }
}

/// What an asynchronous call throws, if it throws.
func failure(of body: () async throws(ProfileError) -> Void) async -> ProfileError? {
    do throws(ProfileError) {
        try await body()
        return nil
    } catch {
        return error
    }
}
