import CacheManagement
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking
import ProfileFeature
import Testing

/// The shipped fixtures through the whole stack: mock API, router, decoding, repository, use case.
@Suite("Profile: a journey over the mock API", .timeLimit(.minutes(1)))
struct ProfileJourneyTests {
    @Test("A profile is shown, changed in part, and shown as changed", arguments: ["alice", "bob"])
    func journey(account: String) async throws {
        let log = CallLog()
        let api = MockAPI { try MockData.fixture(operation: $0, account: $1) }
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://mock.example.org"), headers: ["Authorization": "Bearer \(account)"])
        let useCase = ProfileModule(
            service: DefaultNetworkTransferService(
                configuration: configuration, session: MiddlewareSession(api, [log])),
            scope: { CacheScope(account: account, dataSource: "mock") }, signals: SignalService(window: .zero)
        ).useCase
        let before = try await useCase.profile(.cacheFirst).value
        #expect(before.id == account)
        #expect(try JSONDecoder().decode(UserProfile.self, from: JSONEncoder().encode(before)) == before)

        var expected = before
        expected.bio = "Grüße aus 東京 👋🏿\nund zurück"
        #expect(try await useCase.update(UserProfileEdit(bio: expected.bio)) == expected)
        #expect(try await useCase.profile(.cacheFirst).value == expected)
        #expect(try await useCase.profile(.networkOnly).value == expected)

        expected.bio = nil
        expected.name = "Ada"
        #expect(try await useCase.update(UserProfileEdit(name: " Ada ", bio: "")) == expected)
        #expect(try await useCase.profile(.networkOnly).value == expected)
        #expect(log.count(of: "profile.show") == 3 && log.count(of: "profile.update") == 2)
    }

    @Test("Without a valid token the server refuses, and the screen is told")
    func unauthorized() async {
        let api = MockAPI { try MockData.fixture(operation: $0, account: $1) }
        let useCase = ProfileModule(
            service: DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: URL(string: "https://mock.example.org")), session: api),
            scope: { CacheScope(account: "alice", dataSource: "mock") }, signals: SignalService(window: .zero)
        ).useCase
        guard
            case .transfer(.status(let response)) = await failure(of: { () throws(ProfileError) in
                _ = try await useCase.profile(.cacheFirst)
            })
        else {
            Issue.record("no refusal")
            return
        }
        #expect(response.statusCode == 401)
    }
}
