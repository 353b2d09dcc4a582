import CacheManagement
import ContactsFeature
import NetworkTransfer
import Networking
import TestSupport
import Testing

@Suite("Contacts: account switch", .timeLimit(.minutes(1)))
struct AccountSwitchTests {
    @Test("From the moment the scope changes, nothing of the former account is readable")
    func nothingOld() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.switchScope(to: "bob")
        #expect(world.repository.cached() == nil)
        let bob = try await world.repository.contacts(.cacheFirst)
        #expect(bob.source == .network)
        #expect(bob.value.contacts.ids == ["b-1"])
        try await world.switchAccount(to: "alice")
        #expect(world.repository.cached()?.value.contacts.ids == ["a-1", "a-2", "a-3"])
    }

    @Test("After the clear, the former account's lists are gone for good")
    func cleared() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        try await world.switchAccount(to: "bob")
        try await world.switchAccount(to: "alice")
        #expect(world.repository.cached() == nil)
    }

    @Test("C6: a late answer reaches nobody", arguments: [true, false])
    func lateAnswer(clears: Bool) async throws {
        let world = World()
        world.session.hold("contacts.list")
        let waiting = Task { try await world.repository.contacts(.cacheFirst) }
        await world.session.waitForHeld("contacts.list")
        if clears { try await world.switchAccount(to: "bob") } else { world.switchScope(to: "bob") }
        world.session.release("contacts.list")
        let result = await waiting.result
        #expect {
            try result.get()
        } throws: { error in
            if case ContactsError.cleared = error { true } else { false }
        }
        #expect(world.repository.cached() == nil)
        world.switchScope(to: "alice")
        #expect(world.repository.cached() == nil)
    }

    @Test("An answer that arrived in time for the cache, but not for its reader, is not handed over")
    @MainActor
    func betweenLoadAndReader() async throws {
        let world = World()
        world.session.hold("contacts.list")
        let waiting = Task { try await world.repository.contacts(.cacheFirst) }
        await world.session.waitForHeld("contacts.list")
        world.session.release("contacts.list")
        // The reader needs the main actor, which is not given up until the account has changed.
        while world.repository.cached() == nil { continue }
        world.switchScope(to: "bob")
        let result = await waiting.result
        #expect {
            try result.get()
        } throws: { error in
            if case ContactsError.cleared = error { true } else { false }
        }
    }

    @Test("A request that was sent with the new account's token is not stored for the former one")
    func wrongToken() async throws {
        // The account changes after the key was made and before the request is sent; then it is changed back.
        let world = World()
        world.switchScope(to: "bob")
        world.session.hold("contacts.list")
        let waiting = Task { try await world.repository.contacts(.cacheFirst) }
        await world.session.waitForHeld("contacts.list")
        try await world.switchAccount(to: "alice")
        world.session.release("contacts.list")
        _ = await waiting.result
        let alice = try await world.repository.contacts(.cacheFirst).value
        #expect(alice.contacts.ids == ["a-1", "a-2", "a-3"])
        try await world.switchAccount(to: "bob")
        #expect(try await world.repository.contacts(.cacheFirst).value.contacts.ids == ["b-1"])
    }

    @Test("An observer is told once, and goes on with the new account")
    func observers() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        var updates = world.repository.updates().makeAsyncIterator()
        #expect(await updates.next()?.value?.contacts.count == 3)
        try await world.switchAccount(to: "bob")
        guard case .cleared = await updates.next() else {
            Issue.record("not told")
            return
        }
        async let loaded = world.repository.contacts(.cacheFirst)
        #expect(await updates.next()?.value?.contacts.ids == ["b-1"])
        _ = try await loaded
        try await world.useCase.accept("b-2")
        #expect(await updates.next()?.value?.contacts.ids == ["b-1", "b-2"])
    }

    @Test("A change that is under way at the switch touches the new account's lists in no way")
    func changeUnderWay() async throws {
        let world = World(window: .milliseconds(10))
        _ = try await world.repository.contacts(.cacheFirst)
        world.session.hold("contacts.accept")
        let change = Task { try await world.useCase.accept("a-5") }
        await world.session.waitForHeld("contacts.accept")
        try await world.switchAccount(to: "bob")
        let bob = try await world.repository.contacts(.cacheFirst).value
        world.session.release("contacts.accept")
        _ = await change.result
        #expect(world.repository.cached()?.value == bob)
        #expect(world.clock.sleeperCount == 0, "no signal for another account's change")
        world.switchScope(to: "alice")
        #expect(world.repository.cached() == nil)
    }
}
