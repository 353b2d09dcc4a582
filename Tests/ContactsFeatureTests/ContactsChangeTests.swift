import CacheManagement
import ContactsFeature
import MockTransport
import NetworkTransfer
import Networking
import TestSupport
import Testing

@Suite("Contacts: repository, changes", .timeLimit(.minutes(1)))
struct ContactsChangeTests {
    @Test(
        "A change shows before the server has answered, and the next answer agrees",
        arguments: [
            (ContactChange.accept("a-5"), "contacts.accept"), (.decline("a-5"), "contacts.decline"),
            (.send("a-7"), "contacts.send"), (.delete("a-1"), "contacts.delete"),
        ])
    func optimistic(change: ContactChange, operation: String) async throws {
        let world = World()
        let before = try await world.repository.contacts(.cacheFirst).value
        world.session.hold(operation)
        async let done: Void = world.repository.perform(change)
        await world.session.waitForHeld(operation)
        let expected = change.applied(to: before)
        #expect(expected != before)
        #expect(world.repository.cached()?.value == expected)
        #expect(try await world.repository.contacts(.cacheFirst).source == .memory)
        world.session.release(operation)
        try await done
        #expect(try await world.repository.contacts(.networkOnly).value == expected)
    }

    @Test("A change that fails is taken back, and the cause is told", arguments: [400, 404, 500])
    func rollback(status: Int) async throws {
        let world = World()
        let before = try await world.repository.contacts(.cacheFirst).value
        world.fail("contacts.accept", .status(status))
        await #expect {
            try await world.useCase.accept("a-5")
        } throws: { error in
            switch error as? ContactsError {
            case .notFound(let id): status == 404 && id == "a-5"
            case .transfer(.status(let response)): response.statusCode == status
            default: false
            }
        }
        #expect(world.repository.cached()?.value == before)
    }

    @Test("Offline, a change is taken back, and the lists stay")
    func offline() async throws {
        let world = World()
        let before = try await world.repository.contacts(.cacheFirst).value
        world.fail("contacts.delete", .offline)
        await #expect(throws: ContactsError.self) { try await world.useCase.delete("a-1") }
        #expect(world.repository.cached()?.value == before)
    }

    @Test("A change whose answer was lost is taken back here, and the next load shows that the server has made it")
    func lostResponse() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.fail("contacts.accept", .lostResponse)
        await #expect(throws: ContactsError.self) { try await world.useCase.accept("a-5") }
        #expect(world.repository.cached()?.isStale == true)
        #expect(world.repository.cached()?.value.requestsReceived.ids == ["a-5", "a-6"])
        #expect(try await world.repository.contacts(.cacheFirst).value.requestsReceived.ids == ["a-6"])
    }

    @Test("Taking one change back leaves another that is under way")
    func independent() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.session.hold("contacts.accept")
        async let accepted: Void = world.useCase.accept("a-5")
        await world.session.waitForHeld("contacts.accept")
        world.fail("contacts.delete", .status(500))
        await #expect(throws: ContactsError.self) { try await world.useCase.delete("a-1") }
        let during = try #require(world.repository.cached()?.value)
        #expect(during.contacts.ids == ["a-1", "a-2", "a-3", "a-5"])
        #expect(during.requestsReceived.ids == ["a-6"])
        world.session.release("contacts.accept")
        try await accepted
    }

    @Test("C63: an answer from before the change does not undo it")
    func overlap() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.session.hold("contacts.list")
        async let old = world.repository.contacts(.networkOnly)
        await world.session.waitForHeld("contacts.list")
        try await world.useCase.accept("a-5")
        world.session.release("contacts.list")
        _ = try await old
        #expect(world.repository.cached()?.value.requestsReceived.ids == ["a-6"])
        await world.signals.waitUntilIdle()
        #expect(world.repository.cached()?.value.requestsReceived.ids == ["a-6"])
        #expect(world.repository.cached()?.isStale == false)
    }

    @Test("A change costs its call and one refresh, whether a screen looks on or not", arguments: [true, false])
    func cost(isObserved: Bool) async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        let updates = isObserved ? world.repository.updates() : nil
        try await world.useCase.accept("a-5")
        await world.signals.waitUntilIdle()
        #expect(try await world.repository.contacts(.cacheFirst).source == .memory)
        #expect(world.session.requests.map(\.operation) == ["contacts.list", "contacts.accept", "contacts.list"])
        withExtendedLifetime(updates) {}
    }

    @Test("A change that fails costs its call and one refresh, because the lists may be out of date")
    func costOfFailure() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        let updates = world.repository.updates()
        try await world.changeElsewhere(.accept("a-5"))
        await #expect(throws: ContactsError.self) { try await world.useCase.accept("a-5") }
        await world.signals.waitUntilIdle()
        let after = try await world.repository.contacts(.cacheFirst)
        #expect(after.value.contacts.ids == ["a-1", "a-2", "a-3", "a-5"])
        #expect(world.session.requests.map(\.operation) == ["contacts.list", "contacts.accept", "contacts.list"])
        withExtendedLifetime(updates) {}
    }

    @Test("A change needs no lists: without any cached it is just sent")
    func withoutLists() async throws {
        let world = World()
        try await world.useCase.send("a-7")
        #expect(world.repository.cached() == nil)
        #expect(try await world.repository.contacts(.cacheFirst).value.requestsSent.ids == ["a-4", "a-7"])
        #expect(world.session.requests.map(\.operation) == ["contacts.send", "contacts.list"])
    }

    @Test("A cancelled change is taken back")
    func cancelled() async throws {
        let world = World()
        let before = try await world.repository.contacts(.cacheFirst).value
        world.session.hold("contacts.decline")
        let task = Task { () -> ContactsError? in
            do throws(ContactsError) {
                try await world.useCase.decline("a-5")
                return nil
            } catch {
                return error
            }
        }
        await world.session.waitForHeld("contacts.decline")
        task.cancel()
        guard case .cancelled = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(world.repository.cached()?.value == before)
    }

    @Test("A burst of signals costs one call")
    func burst() async throws {
        let world = World(window: .milliseconds(10))
        _ = try await world.repository.contacts(.cacheFirst)
        let updates = world.repository.updates()
        for round in 1...3 {
            try await world.changeElsewhere(.delete("a-\(round)"))
            for _ in 0..<20 { world.signals.send(.contactsListNeedsReload) }
            await world.clock.waitForSleepers()
            #expect(world.clock.sleeperCount == 1)
            world.clock.advance(by: .milliseconds(10))
            let value = await world.value(where: { $0.contacts.count == 3 - round }, in: updates)
            #expect(value != nil)
            #expect(world.listCalls == 1 + round)
        }
    }

    @Test("Three changes in a burst cost their three calls and one refresh")
    func changesInABurst() async throws {
        let world = World(window: .milliseconds(10))
        _ = try await world.repository.contacts(.cacheFirst)
        let updates = world.repository.updates()
        try await world.useCase.accept("a-5")
        try await world.useCase.send("a-7")
        try await world.useCase.delete("a-1")
        // Something else happened on the server, which only a refresh brings.
        try await world.changeElsewhere(.decline("a-6"))
        await world.clock.waitForSleepers()
        world.clock.advance(by: .milliseconds(10))
        let value = await world.value(where: { $0.requestsReceived.isEmpty }, in: updates)
        #expect(value?.contacts.ids == ["a-2", "a-3", "a-5"])
        #expect(value?.requestsSent.ids == ["a-4", "a-7"])
        #expect(world.session.requests.count == 5)
    }

    @Test("The signal without anything cached loads nothing")
    func signalWithoutLists() async throws {
        let world = World(window: .milliseconds(10))
        world.signals.send(.contactsListNeedsReload)
        await world.clock.waitForSleepers()
        world.clock.advance(by: .milliseconds(10))
        _ = try await world.repository.contacts(.cacheFirst)
        #expect(world.listCalls == 1)
    }
}
