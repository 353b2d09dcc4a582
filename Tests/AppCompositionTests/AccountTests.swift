import AppComposition
import CacheManagement
import ContactsFeature
import Networking
import ProductFeature
import ProfileFeature
import TestSupport
import Testing
import TodoFeature

@Suite("AppComposition: accounts")
struct AccountTests {
    @Test("After a switch nothing of the former account is read")
    func switchAccount() async throws {
        let test = try TestApp()
        #expect(try await test.contacts().value.ids.allSatisfy { $0.hasPrefix("a-") })
        try await test.switchAccount(to: "bob")
        #expect(test.app.contacts.useCase.cached() == nil)
        let bobs = try await test.contacts()
        #expect(bobs.source == .network)
        #expect(bobs.value.ids.allSatisfy { $0.hasPrefix("b-") })
        #expect(try await test.app.profile.useCase.profile(.cacheFirst).value.id == "bob")
    }

    @Test("An answer of the former account that arrives late is neither delivered nor kept")
    func lateAnswer() async throws {
        let test = try TestApp()
        test.live.hold("contacts.list")
        let late = Task { try await test.contacts() }
        await test.live.waitForHeld("contacts.list")
        try await test.switchAccount(to: "bob")
        test.live.release("contacts.list")
        await #expect(throws: ContactsError.self) { try await late.value }
        #expect(try await test.contacts().value.ids.allSatisfy { $0.hasPrefix("b-") })
        try await test.switchAccount(to: "alice")
        #expect(try await test.contacts().source == .network)
    }

    @Test("After a logout requests carry no credentials, and nothing is cached")
    func logOut() async throws {
        let test = try TestApp()
        _ = try await test.contacts()
        try await test.app.logOut()
        #expect(test.app.currentAccount == nil)
        #expect(test.app.contacts.useCase.cached() == nil)
        // The server refuses, and no old data stands in.
        await #expect(throws: ContactsError.self) { try await test.contacts() }
        let credentials = test.live.requests.map { $0.headers["Authorization"] }
        #expect(credentials == ["Bearer alice", nil])
    }

    @Test("Switching to the same account keeps what is cached")
    func sameAccount() async throws {
        let test = try TestApp()
        _ = try await test.contacts()
        try await test.switchAccount(to: "alice")
        #expect(try await test.contacts().source == .memory)
    }

    @Test("Clearing all caches reaches every feature")
    func clearAll() async throws {
        let test = try TestApp()
        _ = try await test.contacts()
        _ = try await test.app.products.useCase.products()
        _ = try await test.app.todos.useCase.todos(.cacheFirst)
        _ = try await test.app.profile.useCase.profile(.cacheFirst)
        try await test.app.caches.clearAllCaches()
        #expect(test.app.contacts.useCase.cached() == nil)
        #expect(test.app.products.useCase.cachedProducts(in: nil) == nil)
        #expect(test.app.todos.useCase.cached() == nil)
        #expect(test.app.profile.useCase.cached() == nil)
    }
}
