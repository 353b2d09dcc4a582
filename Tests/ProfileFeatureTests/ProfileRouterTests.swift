import CacheManagement
import Foundation
import MockData
import NetworkTransfer
import Networking
import ProfileFeature
import TestSupport
import Testing

@Suite("Profile: endpoints and what the server sends")
struct ProfileRouterTests {
    private let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1/"))

    @Test(
        "Each endpoint has its operation, method and URL",
        arguments: [
            (ProfileRouter.show, "profile.show", HTTPMethod.get),
            (.update(UserProfileEdit(name: "A")), "profile.update", .patch),
        ])
    func endpoint(router: ProfileRouter, operation: String, method: HTTPMethod) throws {
        let request = try NetworkRequest(router: router, configuration: configuration)
        #expect(request.operation == operation)
        #expect(request.method == method)
        #expect(request.url.absoluteString == "https://api.example.org/v1/profile")
        #expect(request.headers["Accept"] == "application/json")
        #expect((request.body == nil) == (method == .get))
    }

    @Test(
        "An update sends only the fields that change; an empty text is one",
        arguments: [
            (UserProfileEdit(name: "Ada"), #"{"name":"Ada"}"#), (UserProfileEdit(bio: ""), #"{"bio":""}"#),
        ])
    func body(edit: UserProfileEdit, json: String) throws {
        let request = try NetworkRequest(router: ProfileRouter.update(edit), configuration: configuration)
        #expect(String(decoding: try #require(request.body?.data), as: UTF8.self) == json)
    }

    private func load(_ body: Data) async throws -> UserProfile {
        let session = GatedSession { NetworkResponse(request: $0, statusCode: 200, body: body) }
        let module = ProfileModule(
            service: DefaultNetworkTransferService(configuration: configuration, session: session),
            scope: { CacheScope(account: "a", dataSource: "mock") }, signals: SignalService())
        return try await module.repository.profile(.cacheFirst).value
    }

    @Test("The fixtures are read", arguments: [("alice", true), ("bob", false)])
    func fixture(account: String, hasBio: Bool) async throws {
        let profile = try await load(MockData.fixture(operation: "profile.show", account: account))
        #expect(profile.id == account)
        #expect(!profile.name.isEmpty && profile.email.contains("@"))
        #expect((profile.bio != nil) == hasBio && (profile.avatar != nil) == hasBio)
    }

    @Test(
        "A malformed profile is a parsing error",
        arguments: [
            "{}", "[]", #"{"id": "a", "name": "A", "joinedAt": "2020-01-02T03:04:05Z"}"#,
            #"{"id": "a", "name": "A", "email": "a@b.c", "joinedAt": "long ago"}"#,
        ])
    func malformed(body: String) async {
        await #expect {
            _ = try await load(Data(body.utf8))
        } throws: { error in
            if case ProfileError.transfer(.parsing) = error { true } else { false }
        }
    }
}
