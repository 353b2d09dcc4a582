import CacheManagement
import ContactsFeature
import MockTransport
import TestSupport
import Testing

/// Reads, changes, failures, lost answers, changes on another device and account switches, started in a random order
/// and answered in another.
@Suite("Contacts: random sessions", .timeLimit(.minutes(2)))
struct ContactsPropertyTests {
    private static let operations = [
        "contacts.list", "contacts.accept", "contacts.decline", "contacts.send", "contacts.delete",
    ]

    /// Most of them are possible for one of the accounts; any may have been made already.
    private static let changes: [ContactChange] = [
        .accept("a-5"), .decline("a-6"), .send("a-7"), .send("a-8"), .delete("a-1"), .delete("a-2"), .accept("b-2"),
        .send("b-3"), .delete("b-1"), .accept("nobody"),
    ]

    @Test("In the end every screen shows what the server has, and never anybody of two accounts", arguments: 0..<100)
    func session(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let world = World()
        let isObserved = Bool.random(using: &generator)
        let observer = Task {
            guard isObserved else { return true }
            var isPure = true
            for await update in world.repository.updates() {
                if let value = update.value { isPure = isPure && Self.isOfOneAccount(value) }
            }
            return isPure
        }
        await withTaskGroup { group in
            for _ in 0..<20 {
                if let call = Self.step(in: world, using: &generator) { group.addTask { await call() } }
                for _ in 0..<Int.random(in: 0..<4, using: &generator) { await Task.yield() }
            }
            for operation in Self.operations {
                world.fail(operation, nil)
                world.session.release(operation)
            }
        }
        await world.signals.waitUntilIdle()
        let shown = try await world.repository.contacts(.cacheFirst).value
        let truth = try await world.repository.contacts(.noStore).value
        #expect(shown == truth)
        #expect(Self.isOfOneAccount(shown))
        observer.cancel()
        #expect(await observer.value)
    }

    private static func isOfOneAccount(_ snapshot: ContactsSnapshot) -> Bool {
        Set(Contact.Kind.allCases.flatMap { snapshot[$0] }.map { $0.id.prefix(1) }).count <= 1
    }

    /// Sets a gate or a fault at once, or returns a call.
    private static func step(
        in world: World, using generator: inout SplitMix64
    ) -> (@Sendable () async -> Void)? {
        let operation = operations.randomElement(using: &generator) ?? ""
        let change = changes.randomElement(using: &generator) ?? .accept("nobody")
        let account = Bool.random(using: &generator) ? "alice" : "bob"
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<3: return { try? await world.repository.perform(change) }
        case 3..<6: return { _ = try? await world.repository.contacts(.cacheFirst) }
        case 6: return { try? await world.repository.refresh() }
        case 7:
            return {
                try? await world.changeElsewhere(change)
                world.signals.send(.contactsListNeedsReload)
            }
        case 8: return { try? await world.switchAccount(to: account) }
        case 9:
            world.fail(operation, [.offline, .lostResponse, .status(500), nil].randomElement(using: &generator) ?? nil)
        case 10: world.session.hold(operation)
        default: world.session.release(operation)
        }
        return nil
    }
}
