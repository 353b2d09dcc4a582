import AppComposition
import CacheManagement
import ContactsFeature
import DependencyContainer
import Foundation
import MockData
import MockTransport
import Networking
import TestSupport
import Testing

/// An app over two fixture servers: one in the place of the real one, one as every module's mock.
struct TestApp {
    let live: GatedSession
    let mock: GatedSession
    let outage = FaultInjector(.offline, isActive: false)
    let app: AppComposition

    init(
        _ dataSwitch: DataSwitch = DataSwitch(.real), account: String? = "alice",
        clock: any Clock<Duration> = ManualClock()
    ) throws {
        live = Self.server()
        mock = Self.server()
        var configuration = AppConfiguration(
            network: NetworkConfiguration(baseURL: URL(string: "http://server.test")), session: live,
            account: account.flatMap(Self.account))
        configuration.dataSwitch = dataSwitch
        for module in AppComposition.modules { configuration.mocks[module] = mock }
        configuration.middleware = [outage]
        configuration.clock = clock
        app = try AppComposition(configuration)
    }

    /// An account as the fixture server knows it: its name is its token.
    static func account(_ name: String) -> AppAccount? {
        AppAccount(name: name, credential: Credential(token: name))
    }

    func switchAccount(to name: String) async throws {
        try await app.switchAccount(to: try #require(Self.account(name)))
    }

    /// The stateful API of the fixtures behind a gate.
    private static func server() -> GatedSession {
        let api = MockAPI(
            fixtures: { operation, account in try MockData.fixture(operation: operation, account: account) },
            images: { try MockData.image(named: $0) })
        return GatedSession { (request) throws(NetworkError) in try await api.response(for: request) }
    }

    func contacts() async throws -> CachedValue<ContactsSnapshot> {
        try await app.contacts.useCase.contacts(.cacheFirst)
    }
}

extension ContactsSnapshot {
    /// Everybody's identifiers; those of alice's people begin with `a-`, those of bob's with `b-`.
    var ids: [String] {
        (contacts + requestsSent + requestsReceived + placeholders).map(\.id)
    }
}
