import AppComposition
import CacheManagement
import ContactsFeature
import DependencyContainer
import MockTransport
import Networking
import ProductFeature
import ProfileFeature
import TestSupport
import Testing
import TodoFeature

@Suite("AppComposition: the whole flow")
struct FlowTests {
    @Test("Four screens cost one call, also when they ask at the same moment")
    func fourScreens() async throws {
        let test = try TestApp()
        test.live.hold("contacts.list")
        let screens = [ContactGroup.connected, .chatPartners, .shareRecipients, .invitationCandidates].map { group in
            Task { try await test.app.contacts.useCase.people(group).value.count }
        }
        await test.live.waitForHeld("contacts.list")
        test.live.release("contacts.list")
        for screen in screens { #expect(try await screen.value > 0) }
        #expect(test.live.requests.count == 1)
    }

    @Test("After a change on one screen every screen is right, for one refresh")
    func change() async throws {
        let test = try TestApp(clock: ContinuousClock())
        let request = try #require(try await test.contacts().value.requestsReceived.first)
        try await test.app.contacts.useCase.accept(request.id)
        await test.app.signals.waitUntilIdle()
        for group in [ContactGroup.connected, .chatPartners, .shareRecipients] {
            let people = try await test.app.contacts.useCase.people(group)
            #expect(people.source == .memory)
            #expect(people.value.contains { $0.id == request.id && $0.kind == .connected })
        }
        #expect(test.live.requests.map(\.operation) == ["contacts.list", "contacts.accept", "contacts.list"])
    }

    @Test("Offline, the last good data is there, marked stale")
    func offline() async throws {
        let clock = ManualClock()
        let test = try TestApp(clock: clock)
        _ = try await test.contacts()
        _ = try await test.app.todos.useCase.todos(.cacheFirst)
        clock.advance(by: .seconds(3_600))
        test.outage.isActive = true
        let contacts = try await test.contacts()
        #expect(contacts.isStale && contacts.error != nil && contacts.source == .memory)
        let todos = try await test.app.todos.useCase.todos(.cacheFirst)
        #expect(todos.isStale && todos.error != nil && !todos.value.isEmpty)
        #expect(test.live.requests.count == 2)
    }

    @Test("Injected use cases are those of the app")
    func container() async throws {
        let test = try TestApp()
        let container = test.app.makeContainer()
        _ = try await container.contactsUseCase.contacts(.cacheFirst)
        #expect(test.app.contacts.useCase.cached() != nil)
        _ = try await container.productUseCase.products()
        _ = try await container.todoUseCase.todos(.cacheFirst)
        _ = try await container.profileUseCase.profile(.cacheFirst)
        #expect(test.live.requests.count == 4)
    }
}
