import CacheManagement
import ContactsFeature
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking
import Testing

/// The shipped fixtures through the whole stack: mock API, router, decoding, repository, use case.
@Suite("Contacts: fixtures")
struct ContactsFixtureTests {
    private func module(_ account: String, log: CallLog = CallLog()) -> ContactsModule {
        let api = MockAPI { operation, account in try MockData.fixture(operation: operation, account: account) }
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://mock.example.org"), headers: ["Authorization": "Bearer \(account)"])
        return ContactsModule(
            service: DefaultNetworkTransferService(
                configuration: configuration, session: MiddlewareSession(api, [log])),
            scope: { CacheScope(account: account, dataSource: "mock") }, signals: SignalService(window: .zero))
    }

    @Test("Every field of every person arrives", arguments: ["alice", "bob"])
    func fields(account: String) async throws {
        let snapshot = try await module(account).repository.contacts(.cacheFirst).value
        let data = try MockData.fixture(operation: "contacts.list", account: account)
        let lists = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        let names: [Contact.Kind: String] = [
            .connected: "contacts", .requestSent: "requestsSent", .requestReceived: "requestsReceived",
            .placeholder: "placeholders",
        ]
        for (kind, name) in names {
            let rows = try #require(lists[name])
            #expect(rows.count == snapshot[kind].count && !rows.isEmpty)
            let people = Dictionary(uniqueKeysWithValues: snapshot[kind].map { ($0.id, $0) })
            for row in rows {
                let person = try #require(people[row["id"] as? String ?? ""])
                #expect(person.name == row["name"] as? String)
                #expect(person.email == row["email"] as? String)
                #expect(person.phone == row["phone"] as? String)
                #expect(person.company == row["company"] as? String)
                #expect(person.avatar == row["avatar"] as? String)
                #expect(person.isFavorite == row["favorite"] as? Bool ?? false)
                #expect((person.since == nil) == (row["since"] == nil))
                #expect(person.kind == kind)
            }
        }
    }

    @Test("Each person is found by each word of their name, in capitals")
    func everybodyIsFound() async throws {
        let useCase = module("alice").useCase
        let snapshot = try await useCase.contacts(.cacheFirst).value
        for person in snapshot.contacts {
            let found = useCase.people(.connected, in: snapshot, matching: person.name.uppercased())
            #expect(found.contains(person), "\(person.name)")
        }
    }

    @Test("Accepting a request moves it on the server and on every screen, for two calls and a refresh")
    func acceptance() async throws {
        let log = CallLog()
        let module = module("alice", log: log)
        let request = try #require(try await module.useCase.people(.requestsReceived).value.first)
        try await module.useCase.accept(request.id)
        let shown = try await module.useCase.people(.chatPartners)
        #expect(shown.value.contains { $0.id == request.id })
        let loaded = try await module.useCase.people(.requestsReceived, .networkOnly)
        #expect(!loaded.value.contains { $0.id == request.id })
        #expect(log.count(of: "contacts.accept") == 1)
    }

    @Test("An id that the server does not know is not found")
    func unknown() async throws {
        let module = module("bob")
        await #expect {
            try await module.useCase.accept("a-171")
        } throws: { error in
            if case ContactsError.notFound("a-171") = error { true } else { false }
        }
    }
}
