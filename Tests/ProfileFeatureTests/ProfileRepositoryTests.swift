import CacheManagement
import NetworkTransfer
import Networking
import ProfileFeature
import TestSupport
import Testing

@Suite("Profile: repository", .timeLimit(.minutes(1)))
struct ProfileRepositoryTests {
    @Test("Screens one after another and at the same time cost one call")
    func oneCall() async throws {
        let world = ProfileWorld()
        world.session.hold("profile.show")
        try await withThrowingTaskGroup(of: CacheSource.self) { group in
            for _ in 0..<20 { group.addTask { try await world.repository.profile(.cacheFirst).source } }
            await world.session.waitForHeld("profile.show")
            world.session.release("profile.show")
            // A screen that comes late finds it in memory.
            for try await source in group { #expect(source != .disk) }
        }
        #expect(try await world.repository.profile(.cacheFirst).source == .memory)
        #expect(world.repository.cached()?.value.name == "Alice")
        #expect(world.showCalls == 1)
    }

    @Test("After fifteen minutes the profile is loaded anew")
    func timeToLive() async throws {
        let world = ProfileWorld()
        _ = try await world.repository.profile(.cacheFirst)
        world.clock.advance(by: .seconds(899))
        #expect(try await world.repository.profile(.cacheFirst).source == .memory)
        world.clock.advance(by: .seconds(2))
        #expect(try await world.repository.profile(.cacheFirst).source == .network)
    }

    @Test("C33: offline, the last good profile is there, marked stale, with the error; a refused account gets none")
    func offline() async throws {
        let world = ProfileWorld()
        _ = try await world.repository.profile(.cacheFirst)
        world.clock.advance(by: .seconds(3_600))
        world.server.fail("profile.show", .network(.offline))
        let stale = try await world.repository.profile(.cacheFirst)
        #expect(stale.isStale && stale.value.name == "Alice" && stale.error is NetworkTransferError)
        world.server.fail("profile.show", .status(401))
        guard
            case .transfer(.status) = await failure(of: { () throws(ProfileError) in
                _ = try await world.repository.profile(.cacheFirst)
            })
        else {
            Issue.record("another end")
            return
        }
    }

    @Test("An update shows at once; then the server's answer is what is cached, without another call")
    func update() async throws {
        let world = ProfileWorld()
        _ = try await world.repository.profile(.cacheFirst)
        world.session.hold("profile.update")
        async let updated = world.useCase.update(UserProfileEdit(name: " ada lovelace ", bio: ""))
        await world.session.waitForHeld("profile.update")
        #expect(world.repository.cached()?.value.name == "ada lovelace")
        #expect(world.repository.cached()?.value.bio == nil)
        world.session.release("profile.update")
        #expect(try await updated.name == "Ada Lovelace")
        let cached = try await world.repository.profile(.cacheFirst)
        #expect(cached.source == .memory && cached.value.name == "Ada Lovelace" && cached.value.bio == nil)
        #expect(world.showCalls == 1)
    }

    @Test("An update that fails is taken back, and the next read loads", arguments: [400, 500])
    func rollback(status: Int) async throws {
        let world = ProfileWorld()
        let before = try await world.repository.profile(.cacheFirst).value
        world.server.fail("profile.update", .status(status))
        guard
            case .transfer(.status(let response)) = await failure(of: { () throws(ProfileError) in
                _ = try await world.useCase.update(UserProfileEdit(name: "Ada"))
            })
        else {
            Issue.record("another end")
            return
        }
        #expect(response.statusCode == status)
        #expect(world.repository.cached()?.value == before)
        #expect(try await world.repository.profile(.cacheFirst).source == .network)
    }

    @Test("C64: two updates under way; taking the first back leaves the second")
    func independent() async throws {
        let world = ProfileWorld()
        _ = try await world.repository.profile(.cacheFirst)
        world.session.hold("profile.update")
        let first = Task {
            await failure { () throws(ProfileError) in
                _ = try await world.useCase.update(UserProfileEdit(name: "Ada"))
            }
        }
        await world.session.waitForHeld("profile.update")
        async let second = world.useCase.update(UserProfileEdit(bio: "Engines"))
        await world.session.waitForHeld("profile.update", 2)
        #expect(world.repository.cached()?.value.name == "Ada")
        first.cancel()
        guard case .cancelled = await first.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(world.repository.cached()?.value.name == "Alice")
        #expect(world.repository.cached()?.value.bio == "Engines")
        world.session.release("profile.update")
        #expect(try await second.bio == "Engines")
    }

    @Test("An update that makes no sense is refused, and nothing is sent")
    func invalid() async {
        let world = ProfileWorld()
        for (edit, fault) in [
            (UserProfileEdit(), ProfileError.EditFault.noChange), (UserProfileEdit(name: " \n"), .blankName),
        ] {
            guard
                case .invalidEdit(fault) = await failure(of: { () throws(ProfileError) in
                    _ = try await world.useCase.update(edit)
                })
            else {
                Issue.record("accepted")
                continue
            }
        }
        #expect(world.session.requests.isEmpty)
    }

    @Test("A burst of signals costs one refresh; without anything cached it costs none")
    func signal() async throws {
        let world = ProfileWorld(window: .milliseconds(10))
        for (round, calls) in [(0, 0), (1, 2)] {
            if round == 1 { _ = try await world.repository.profile(.cacheFirst) }
            _ = world.rows.change("alice") { $0.name = "Alicia" }
            for _ in 0..<20 { world.signals.send(.profileNeedsReload) }
            await world.clock.waitForSleepers()
            world.clock.advance(by: .milliseconds(10))
            await world.signals.waitUntilIdle()
            #expect(world.showCalls == calls)
        }
        #expect(world.repository.cached()?.value.name == "Alicia")
    }

    @Test("Caching off: every read is a call, and nothing is kept")
    func disabled() async throws {
        let world = ProfileWorld(policy: .disabled)
        for _ in 0..<3 { #expect(try await world.repository.profile(.cacheFirst).source == .network) }
        #expect(try await world.useCase.update(UserProfileEdit(name: "ada")).name == "Ada")
        #expect(world.repository.cached() == nil && world.showCalls == 3)
    }

    @Test(
        "C6: after a switch nothing old is readable, and a late answer reaches nobody", arguments: [true, false],
        ["profile.show", "profile.update"])
    func lateAnswer(clears: Bool, operation: String) async throws {
        let world = ProfileWorld()
        if operation == "profile.update" { _ = try await world.repository.profile(.cacheFirst) }
        world.session.hold(operation)
        let waiting = Task {
            await failure { () throws(ProfileError) in
                if operation == "profile.show" {
                    _ = try await world.repository.profile(.cacheFirst)
                } else {
                    _ = try await world.useCase.update(UserProfileEdit(name: "Ada"))
                }
            }
        }
        await world.session.waitForHeld(operation)
        if clears { try await world.switchAccount(to: "bob") } else { world.switchScope(to: "bob") }
        #expect(world.repository.cached() == nil)
        world.session.release(operation)
        guard case .cleared = await waiting.value else {
            Issue.record("another end")
            return
        }
        #expect(try await world.repository.profile(.cacheFirst).value.name == "Bob")
        world.switchScope(to: "alice")
        if clears { #expect(world.repository.cached() == nil) }
    }

    @Test("The cache service clears the profile with all the rest")
    func service() async throws {
        let world = ProfileWorld()
        let caches = CacheManagementService()
        world.module.caches.forEach(caches.register)
        _ = try await world.repository.profile(.cacheFirst)
        #expect(caches.cacheNames == ["profile"])
        try await caches.clearAllCaches()
        #expect(world.repository.cached() == nil)
    }

    @Test("An observer is told once of a switch, and goes on with the new account")
    func observers() async throws {
        let world = ProfileWorld()
        _ = try await world.repository.profile(.cacheFirst)
        var updates = world.repository.updates().makeAsyncIterator()
        #expect(await updates.next()?.value?.name == "Alice")
        try await world.switchAccount(to: "bob")
        guard case .cleared = await updates.next() else {
            Issue.record("not told")
            return
        }
        async let loaded = world.repository.profile(.cacheFirst)
        #expect(await updates.next()?.value?.name == "Bob")
        _ = try await loaded
    }
}
