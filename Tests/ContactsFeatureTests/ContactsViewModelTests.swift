import CacheManagement
import ContactsFeature
import DependencyContainer
import MockTransport
import TestSupport
import Testing

@Suite("Contacts: view models", .timeLimit(.minutes(1)))
@MainActor
struct ContactsViewModelTests {
    private let world = World()

    /// Runs `body` while the screens are on the display.
    private func showing(_ screens: [() async -> Void], _ body: () async throws -> Void) async rethrows {
        let tasks = screens.map { screen in Task { await screen() } }
        defer { tasks.forEach { $0.cancel() } }
        try await body()
    }

    @Test("Four screens at once cost one call, and the fifth has its first frame at once")
    func fourScreens() async {
        let list = world.module.makeContactListViewModel()
        let invite = world.module.makeInviteContactsViewModel()
        let chat = world.module.makeChatCreationViewModel()
        let share = world.module.makeShareContactViewModel()
        await showing([list.observe, invite.observe, chat.observe, share.observe]) {
            await until {
                list.contacts.value != nil && invite.candidates.value != nil && chat.partners.value != nil
                    && share.recipients.value != nil
            }
            #expect(list.contacts.value?.ids == ["a-1", "a-2", "a-3"])
            #expect(invite.candidates.value?.ids == ["a-7", "a-8"])
            #expect(chat.partners.value?.ids == ["a-1", "a-2", "a-3"])
            #expect(share.recipients.value?.ids == ["a-3", "a-1", "a-2"])
            #expect(list.requestsReceived.ids == ["a-5", "a-6"])
            #expect(list.requestsSent.ids == ["a-4"])
            #expect(invite.invited.ids == ["a-4"])
            let late = world.module.makeContactListViewModel()
            #expect(late.contacts.value?.count == 3)
            #expect(!late.contacts.isLoading && !late.contacts.isStale)
            #expect(world.listCalls == 1)
        }
    }

    @Test("One screen's change shows on all of them, before the server has answered")
    func oneChange() async {
        let list = world.module.makeContactListViewModel()
        let invite = world.module.makeInviteContactsViewModel()
        let chat = world.module.makeChatCreationViewModel()
        await showing([list.observe, invite.observe, chat.observe]) {
            await until { list.contacts.value != nil && invite.candidates.value != nil && chat.partners.value != nil }
            world.session.hold("contacts.accept")
            world.session.hold("contacts.send")
            async let accepted: Void = list.accept("a-5")
            async let invited: Void = invite.invite("a-7")
            await until {
                list.requestsReceived.ids == ["a-6"] && list.requestsSent.ids == ["a-4", "a-7"]
                    && chat.partners.value?.ids == ["a-1", "a-2", "a-3", "a-5"]
                    && invite.candidates.value?.ids == ["a-8"]
            }
            #expect(list.isChanging("a-5") && invite.isInviting("a-7") && !list.isChanging("a-7"))
            world.session.release("contacts.accept")
            world.session.release("contacts.send")
            await accepted
            await invited
            #expect(list.changeError == nil && invite.changeError == nil)
            #expect(!list.isChanging("a-5"))
            #expect(list.contacts.value?.ids == ["a-1", "a-2", "a-3", "a-5"])
        }
    }

    @Test("A change that fails is taken back on all screens; the one that made it tells why")
    func failedChange() async {
        let list = world.module.makeContactListViewModel()
        let chat = world.module.makeChatCreationViewModel()
        world.fail("contacts.delete", .status(500))
        await showing([list.observe, chat.observe]) {
            await until { list.contacts.value != nil && chat.partners.value != nil }
            world.session.hold("contacts.delete")
            async let deleted: Void = list.delete("a-1")
            await until { chat.partners.value?.ids == ["a-2", "a-3"] }
            world.session.release("contacts.delete")
            await deleted
            await until { chat.partners.value?.count == 3 && list.contacts.value?.count == 3 }
            guard case .transfer = list.changeError else {
                Issue.record("no error shown")
                return
            }
            list.changeError = nil
            #expect(list.changeError == nil)
        }
    }

    @Test("Tapping twice sends once")
    func twice() async {
        let list = world.module.makeContactListViewModel()
        world.session.hold("contacts.accept")
        async let first: Void = list.accept("a-5")
        await world.session.waitForHeld("contacts.accept")
        // Returns at once; a second call would be held for ever.
        await list.accept("a-5")
        world.session.release("contacts.accept")
        await first
        #expect(world.session.count("contacts.accept") == 1)
        #expect(list.changeError == nil)
    }

    @Test("A spinner shows for the first load only; a refresh keeps the value, and so does its failure")
    func noFlash() async {
        let list = world.module.makeContactListViewModel()
        world.session.hold("contacts.list")
        await showing([list.observe]) {
            await until { list.contacts.isLoading }
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            await until { list.contacts.value != nil }

            world.session.hold("contacts.list")
            async let refreshed: Void = list.refresh()
            await until { list.contacts.isRefreshing }
            #expect(list.contacts.value?.count == 3 && !list.contacts.isLoading)
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            await refreshed
            #expect(!list.contacts.isRefreshing)

            world.fail("contacts.list", .offline)
            await list.refresh()
            #expect(list.contacts.error is ContactsError)
            #expect(list.contacts.value?.count == 3 && list.contacts.isStale)

            world.fail("contacts.list", nil)
            await list.refresh()
            #expect(list.contacts.error == nil && !list.contacts.isStale)
        }
    }

    @Test("Offline, a screen opens with the stale lists and says why; with nothing cached it says why")
    func offline() async {
        world.fail("contacts.list", .offline)
        let empty = world.module.makeContactListViewModel()
        await empty.refresh()
        #expect(empty.contacts.error is ContactsError && empty.contacts.value == nil)
        world.fail("contacts.list", nil)
        await empty.refresh()
        world.fail("contacts.list", .offline)
        world.clock.advance(by: .seconds(3_600))
        let list = world.module.makeContactListViewModel()
        #expect(list.contacts.value?.count == 3 && list.contacts.isStale)
        await showing([list.observe]) {
            await until { list.contacts.error != nil }
            #expect(list.contacts.value?.count == 3)
        }
    }

    @Test("A search narrows the lists and not the selection")
    func search() async {
        let chat = world.module.makeChatCreationViewModel()
        await chat.refresh()
        chat.toggle("a-3")
        chat.toggle("a-1")
        chat.query = "NAME a-2"
        #expect(chat.partners.value?.ids == ["a-2"])
        #expect(chat.selected.ids == ["a-3", "a-1"])
        chat.query = "nobody"
        #expect(chat.partners.value?.isEmpty == true)
        chat.query = ""
        #expect(chat.partners.value?.count == 3)
        chat.toggle("a-3")
        #expect(chat.selected.ids == ["a-1"] && !chat.isSelected("a-3") && chat.canCreateChat)
        chat.toggle("a-5")
        #expect(chat.selected.ids == ["a-1"], "a request is no contact")
    }

    @Test("A selection survives a refresh and loses who has vanished, for good")
    func selection() async throws {
        let chat = world.module.makeChatCreationViewModel()
        let share = world.module.makeShareContactViewModel()
        let list = world.module.makeContactListViewModel()
        try await showing([chat.observe, share.observe, list.observe]) {
            await until { chat.partners.value != nil && share.recipients.value != nil && list.contacts.value != nil }
            for id in ["a-2", "a-1"] {
                chat.toggle(id)
                share.toggle(id)
            }
            await chat.refresh()
            #expect(chat.selected.ids == ["a-2", "a-1"] && share.selected.ids == ["a-2", "a-1"])
            try await world.changeElsewhere(.delete("a-1"))
            await share.refresh()
            await until { chat.selected.ids == ["a-2"] && share.selected.ids == ["a-2"] }
            world.fail("contacts.delete", .status(500))
            world.session.hold("contacts.delete")
            async let deleted: Void = list.delete("a-2")
            await until { !chat.isSelected("a-2") && !share.isSelected("a-2") }
            world.session.release("contacts.delete")
            await deleted
            await until { chat.partners.value?.ids == ["a-2", "a-3"] }
            #expect(chat.selected.isEmpty && !chat.canCreateChat && !share.canShare)
        }
    }

    @Test("An account switch empties the screens and fills them with the new account")
    func accountSwitch() async throws {
        let list = world.module.makeContactListViewModel()
        let share = world.module.makeShareContactViewModel()
        try await showing([list.observe, share.observe]) {
            await until { list.contacts.value != nil && share.recipients.value != nil }
            share.toggle("a-1")
            world.session.hold("contacts.list")
            try await world.switchAccount(to: "bob")
            await until { list.contacts.isLoading && share.recipients.isLoading }
            #expect(list.contacts.value == nil && list.requestsReceived.isEmpty && !share.isSelected("a-1"))
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            await until { list.contacts.value?.ids == ["b-1"] && share.recipients.value?.ids == ["b-1"] }
            await list.accept("b-2")
            await until { share.recipients.value?.ids == ["b-1", "b-2"] }
        }
    }

    @Test("C6: a screen that waits for the former account never shows its answer")
    func lateAnswer() async throws {
        let list = world.module.makeContactListViewModel()
        world.session.hold("contacts.list")
        try await showing([list.observe]) {
            await world.session.waitForHeld("contacts.list")
            try await world.switchAccount(to: "bob")
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            await until { list.contacts.value != nil }
            #expect(list.contacts.value?.ids == ["b-1"])
            #expect(list.contacts.error == nil)
        }
    }

    @Test("A load that outlives its account shows neither its answer nor an error")
    func outlived() async {
        let list = world.module.makeContactListViewModel()
        world.session.hold("contacts.list")
        async let refreshed: Void = list.refresh()
        await world.session.waitForHeld("contacts.list")
        world.switchScope(to: "bob")
        world.session.release("contacts.list")
        await refreshed
        #expect(list.contacts.value == nil && list.contacts.error == nil && !list.contacts.isLoading)
    }

    @Test("A screen that was away during the switch shows nothing old when it comes back")
    func awayDuringSwitch() async throws {
        let list = world.module.makeContactListViewModel()
        await list.refresh()
        try await world.switchAccount(to: "bob")
        world.session.hold("contacts.list")
        await showing([list.observe]) {
            await until { list.contacts.value == nil }
            await world.session.waitForHeld("contacts.list")
            world.session.release("contacts.list")
            await until { list.contacts.value?.ids == ["b-1"] }
        }
    }

    @Test("A screen that goes away stops waiting, and is released")
    func goingAway() async {
        var list: ContactListViewModel? = world.module.makeContactListViewModel()
        weak let released = list
        world.session.hold("contacts.list")
        let task = Task { [list] in await list?.observe() }
        await world.session.waitForHeld("contacts.list")
        task.cancel()
        await task.value
        #expect(list?.contacts.isLoading == false)
        list = nil
        #expect(released == nil)
        world.session.release("contacts.list")
    }

    @Test("Without a module, a screen says that nothing is configured")
    func unconfigured() async {
        let useCase = await confirmation("reported") { reported in
            DependencyContainer(onIssue: { _ in reported() }, { _ in }).contactsUseCase
        }
        let list = ContactListViewModel(useCase: useCase)
        await list.observe()
        guard case .notConfigured = list.contacts.error as? ContactsError else {
            Issue.record("no error shown")
            return
        }
        await list.accept("a-5")
        #expect(list.changeError != nil)
    }

    @Test("A registered use case is injected")
    func injected() async throws {
        let container = DependencyContainer { $0.register(ContactsUseCaseKey.self, value: world.useCase) }
        let contacts = try await container.contactsUseCase.people(.connected)
        #expect(contacts.value.count == 3)
    }
}
