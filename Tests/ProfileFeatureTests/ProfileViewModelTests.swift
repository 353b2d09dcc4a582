import CacheManagement
import DependencyContainer
import Networking
import ProfileFeature
import TestSupport
import Testing

@Suite("Profile: view model", .timeLimit(.minutes(1)))
@MainActor
struct ProfileViewModelTests {
    private let world = ProfileWorld()

    @Test("Two screens cost one call; a third has its first frame at once")
    func screens() async {
        let (first, second) = (world.module.makeProfileViewModel(), world.module.makeProfileViewModel())
        await showing([first.observe, second.observe]) {
            await until { first.profile.value != nil && second.profile.value != nil }
            let third = world.module.makeProfileViewModel()
            #expect(third.profile.value?.name == "Alice" && !third.profile.isLoading)
        }
        #expect(world.showCalls == 1)
    }

    @Test("What one screen saves shows on all of them, before the server has answered")
    func save() async {
        let (first, second) = (world.module.makeProfileViewModel(), world.module.makeProfileViewModel())
        await showing([first.observe, second.observe]) {
            await until { first.profile.value != nil && second.profile.value != nil }
            world.session.hold("profile.update")
            async let saved = first.save(UserProfileEdit(name: "ada"))
            await until { second.profile.value?.name == "ada" && first.isSaving }
            await world.session.waitForHeld("profile.update")
            world.session.release("profile.update")
            #expect(await saved && first.editError == nil && !first.isSaving)
            await until { first.profile.value?.name == "Ada" && second.profile.value?.name == "Ada" }
        }
    }

    @Test("What cannot be saved is taken back on all screens; the one that tried tells why")
    func failedSave() async {
        let (first, second) = (world.module.makeProfileViewModel(), world.module.makeProfileViewModel())
        world.server.fail("profile.update", .status(500))
        await showing([first.observe, second.observe]) {
            await until { first.profile.value != nil && second.profile.value != nil }
            #expect(await first.save(UserProfileEdit(name: "Ada")) == false)
            await until { first.profile.value?.name == "Alice" && second.profile.value?.name == "Alice" }
            guard case .transfer = first.editError else {
                Issue.record("no error shown")
                return
            }
            #expect(second.editError == nil)
        }
    }

    @Test("A save with nothing cached shows the server's answer")
    func saveFirst() async {
        let screen = world.module.makeProfileViewModel()
        #expect(await screen.save(UserProfileEdit(name: "ada")))
        #expect(screen.profile.value?.name == "Ada")
    }

    @Test("A refresh keeps the value, and so does its failure")
    func noFlash() async {
        let screen = world.module.makeProfileViewModel()
        world.session.hold("profile.show")
        await showing([screen.observe]) {
            await until { screen.profile.isLoading }
            await world.session.waitForHeld("profile.show")
            world.session.release("profile.show")
            await until { screen.profile.value != nil }
            world.session.hold("profile.show")
            async let refreshed: Void = screen.refresh()
            await until { screen.profile.isRefreshing }
            #expect(screen.profile.value != nil && !screen.profile.isLoading)
            await world.session.waitForHeld("profile.show")
            world.session.release("profile.show")
            await refreshed
            world.server.fail("profile.show", .network(.offline))
            await screen.refresh()
            #expect(screen.profile.error is ProfileError && screen.profile.value != nil && screen.profile.isStale)
        }
    }

    @Test("C6: an account switch empties the screen, and it never shows the former account's late answer")
    func accountSwitch() async throws {
        let screen = world.module.makeProfileViewModel()
        try await showing([screen.observe]) {
            await until { screen.profile.value?.id == "alice" }
            world.session.hold("profile.show")
            async let late: Void = screen.refresh()
            await world.session.waitForHeld("profile.show")
            try await world.switchAccount(to: "bob")
            await until { screen.profile.value == nil }
            await world.session.waitForHeld("profile.show")
            world.session.release("profile.show")
            await late
            await until { screen.profile.value?.id == "bob" }
            #expect(screen.profile.error == nil)
        }
    }

    @Test("Without a module, a screen says that nothing is configured; a registered use case is injected")
    func container() async throws {
        let useCase = await confirmation("reported") { reported in
            DependencyContainer(onIssue: { _ in reported() }, { _ in }).profileUseCase
        }
        let screen = ProfileViewModel(useCase: useCase)
        await screen.observe()
        guard case .notConfigured = screen.profile.error as? ProfileError else {
            Issue.record("no error shown")
            return
        }
        #expect(await screen.save(UserProfileEdit(name: "Ada")) == false)
        let container = DependencyContainer { $0.register(ProfileUseCaseKey.self, value: world.useCase) }
        #expect(try await container.profileUseCase.profile(.cacheFirst).value.name == "Alice")
    }
}
