import CacheManagement
import CombineShim
import ContactsFeature
import MockTransport
import ModuleSupport
import Networking
import TestSupport
import Testing

@Suite("Contacts as publishers: each is the twin of an asynchronous call")
struct ContactsPublisherTests {
    private let world = World()

    @Test("the same contacts with the same origin, for one call")
    func sameContacts() async throws {
        let first = try #require(await outcome(of: world.useCase.contactsPublisher(.cacheFirst)).values.first)
        let second = try await world.useCase.contacts(.cacheFirst)
        let third = try #require(await outcome(of: world.repository.contactsPublisher(.cacheFirst)).values.first)
        #expect(first.source == .network && second.source == .memory && third.source == .memory)
        #expect(first.value == second.value && second.value == third.value)
        #expect(world.listCalls == 1)
    }

    @Test("the same errors")
    func sameErrors() async {
        world.fail("contacts.list", .error(.offline))
        let published = await outcome(of: world.useCase.contactsPublisher(.networkOnly))
        do throws(ContactsError) {
            _ = try await world.useCase.contacts(.networkOnly)
            Issue.record("There must be an error")
        } catch {
            #expect(published.error.map(unnumbered) == unnumbered(error))
        }
        #expect(published.values.isEmpty)
    }

    @Test("a change through one publisher shows in the other, and is taken back when it fails")
    func changes() async throws {
        _ = try await world.useCase.contacts(.cacheFirst)
        var snapshots = world.useCase.contactsPublisher.stream(.unbounded).makeAsyncIterator()
        #expect(await snapshots.next()?.contacts.count == 3)
        world.session.hold("contacts.accept")
        let change = world.useCase.performPublisher(.accept("a-5")).sink { _ in
        } receiveValue: {
        }
        #expect(await snapshots.next()?.contacts.count == 4)
        await world.session.waitForHeld("contacts.accept")
        change.cancel()
        #expect(await snapshots.next()?.contacts.count == 3)

        world.fail("contacts.delete", .error(.offline))
        let failed = await outcome(of: world.repository.performPublisher(.delete("a-1")))
        #expect(failed.error != nil && failed.values.isEmpty)
    }

    @Test("cancelling a load cancels its request")
    func cancelling() async {
        world.session.hold("contacts.list")
        let events = Locked(0)
        let load = world.useCase.contactsPublisher(.networkOnly).sink { _ in
            events.withLock { $0 += 1 }
        } receiveValue: { _ in
            events.withLock { $0 += 1 }
        }
        await world.session.waitForHeld("contacts.list")
        load.cancel()
        // The flight has ended: the next load sends a request of its own.
        world.session.release("contacts.list")
        #expect(await outcome(of: world.useCase.contactsPublisher(.networkOnly)).values.count == 1)
        #expect(world.listCalls == 2)
        #expect(events.withLock { $0 } == 0)
    }

    private func outcome<Value: Sendable>(
        of publisher: AnyPublisher<Value, ContactsError>
    ) async -> (values: [Value], error: ContactsError?) {
        await TestSupport.outcome(of: publisher.values, failingWith: ContactsError.self)
    }
}
