import CacheManagement
import ContactsFeature
import Foundation
import MockTransport
import NetworkTransfer
import Networking
import TestSupport
import Testing

@Suite("Contacts: repository, reads", .timeLimit(.minutes(1)))
struct ContactsRepositoryReadTests {
    @Test("Four screens one after another cost one call; from the second on they are served from memory")
    func oneCall() async throws {
        let world = World()
        let first = try await world.repository.contacts(.cacheFirst)
        #expect(first.source == .network)
        #expect(first.value.contacts.ids == ["a-1", "a-2", "a-3"])
        #expect(first.value.requestsSent.ids == ["a-4"])
        #expect(first.value.requestsReceived.ids == ["a-5", "a-6"])
        #expect(first.value.placeholders.ids == ["a-7", "a-8"])
        for group in [ContactGroup.invitationCandidates, .chatPartners, .shareRecipients] {
            let people = try await world.useCase.people(group)
            #expect(people.source == .memory)
            #expect(!people.value.isEmpty && !people.isStale)
        }
        #expect(world.listCalls == 1)
    }

    @Test("Fifty screens at the same time cost one call")
    func singleFlight() async throws {
        let world = World()
        world.session.hold("contacts.list")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await world.repository.contacts(.cacheFirst).value.contacts.count }
            }
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            for try await count in group { #expect(count == 3) }
        }
        #expect(world.listCalls == 1)
    }

    @Test("C17: a screen that gives up leaves the others alone, and gets its own cancellation at once")
    func oneGivesUp() async throws {
        let world = World()
        world.session.hold("contacts.list")
        let patient = Task { try await world.repository.contacts(.cacheFirst) }
        await world.session.waitForHeld("contacts.list")
        let impatient = Task { () -> ContactsError? in
            do throws(ContactsError) {
                _ = try await world.repository.contacts(.cacheFirst)
                return nil
            } catch {
                return error
            }
        }
        impatient.cancel()
        guard case .cancelled = await impatient.value else {
            Issue.record("not cancelled")
            return
        }
        world.session.release("contacts.list")
        #expect(try await patient.value.value.contacts.count == 3)
        #expect(world.listCalls == 1)
    }

    @Test("After five minutes the lists are loaded anew")
    func timeToLive() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.clock.advance(by: .seconds(299))
        #expect(try await world.repository.contacts(.cacheFirst).source == .memory)
        world.clock.advance(by: .seconds(2))
        #expect(world.repository.cached()?.isStale == true)
        #expect(try await world.repository.contacts(.cacheFirst).source == .network)
        #expect(world.listCalls == 2)
    }

    @Test("C33: offline, the last good lists are there, marked stale, with the error")
    func offline() async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.fail("contacts.list", .offline)
        world.clock.advance(by: .seconds(3_600))
        let result = try await world.repository.contacts(.cacheFirst)
        #expect(result.isStale)
        #expect(result.value.contacts.count == 3)
        #expect(result.age == .seconds(3_600))
        #expect(result.error is NetworkTransferError)
        #expect(world.listCalls == 2)
    }

    @Test("Offline with nothing cached, the cause is told")
    func offlineAtFirst() async {
        let world = World()
        world.fail("contacts.list", .offline)
        await #expect {
            try await world.repository.contacts(.cacheFirst)
        } throws: { error in
            guard case ContactsError.transfer(.noResponse(let cause)) = error else { return false }
            return cause.kind == .offline
        }
        #expect(world.repository.cached() == nil)
    }

    @Test("An account that the server refuses sees no stale lists", arguments: [401, 403])
    func refused(status: Int) async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.fail("contacts.list", .status(status))
        world.clock.advance(by: .seconds(3_600))
        await #expect {
            try await world.repository.contacts(.cacheFirst)
        } throws: { error in
            guard case ContactsError.transfer(.status(let response)) = error else { return false }
            return response.statusCode == status
        }
    }

    @Test("A refresh loads whatever is cached, and keeps what is there when it fails")
    func refresh() async throws {
        let world = World()
        try await world.repository.refresh()
        try await world.changeElsewhere(.accept("a-5"))
        try await world.repository.refresh()
        #expect(world.repository.cached()?.value.contacts.ids == ["a-1", "a-2", "a-3", "a-5"])
        world.fail("contacts.list", .status(500))
        await #expect(throws: ContactsError.self) { try await world.repository.refresh() }
        #expect(world.repository.cached()?.value.contacts.count == 4)
    }

    @Test(
        "A malformed answer is a parsing error and loses nothing",
        arguments: [
            "[]", "{}", "{", #"{"contacts": [{"id": 1, "name": "x"}]}"#,
            #"{"contacts": [{"id": "1"}], "requestsSent": [], "requestsReceived": [], "placeholders": []}"#,
        ])
    func malformed(body: String) async throws {
        let world = World()
        _ = try await world.repository.contacts(.cacheFirst)
        world.fail("contacts.list", .response(statusCode: 200, body: Data(body.utf8)))
        await #expect {
            try await world.repository.contacts(.networkOnly)
        } throws: { error in
            if case ContactsError.transfer(.parsing) = error { true } else { false }
        }
        #expect(world.repository.cached()?.value.contacts.count == 3)
    }

    @Test("Cached only: nothing is loaded, and a miss says so")
    func cacheOnly() async throws {
        let world = World()
        await #expect {
            try await world.repository.contacts(.cacheOnly)
        } throws: { error in
            if case ContactsError.notCached = error { true } else { false }
        }
        #expect(world.listCalls == 0)
    }

    @Test("With caching off, every read is a call, and changes are still made")
    func cachingOff() async throws {
        let world = World(policy: .disabled)
        for _ in 0..<4 { #expect(try await world.repository.contacts(.cacheFirst).source == .network) }
        #expect(world.listCalls == 4)
        #expect(world.repository.cached() == nil)
        try await world.useCase.accept("a-5")
        #expect(try await world.repository.contacts(.cacheFirst).value.requestsReceived.ids == ["a-6"])
    }
}
