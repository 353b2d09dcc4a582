import AppComposition
import CacheManagement
import ContactsFeature
import Foundation
import ProductFeature
import ProfileFeature
import TodoFeature

/// A user's day with the app, the same for every arm: what is opened, changed, and checked.
@MainActor
struct SessionScript {
    /// How often the user comes back to the app in a day.
    private static let rounds = 6
    /// Who signs in at the end.
    private var otherAccount: String { account == "bob" ? "alice" : "bob" }

    let app: AppComposition
    let connection: Connection
    let clock: TravelClock
    let recorder: SessionRecorder
    let account: String
    private(set) var checks = SessionReport.Checks()

    init(
        app: AppComposition, connection: Connection, clock: TravelClock, recorder: SessionRecorder, account: String
    ) {
        self.app = app
        self.connection = connection
        self.clock = clock
        self.recorder = recorder
        self.account = account
    }

    mutating func run() async throws(SessionFailure) {
        recorder.phase = "first look"
        try await openHome()
        try await visitContactScreens()
        recorder.phase = "a new contact"
        try await acceptRequest()
        recorder.phase = "\(Self.rounds) more visits"
        for _ in 0..<Self.rounds { try await comeBack() }
        recorder.phase = "a product"
        try await editProduct()
        recorder.phase = "offline"
        try await goOffline()
        recorder.phase = "back online"
        try await switchAccount()
    }

    /// One of the day's visits: home, the contact screens, the product tabs, todos, profile.
    private func comeBack() async throws(SessionFailure) {
        try await openHome()
        try await visitContactScreens()
        try await visitProductTabs()
        try await visitTodosAndProfile()
    }

    /// Four widgets that need the contacts at the same moment.
    private func openHome() async throws(SessionFailure) {
        let useCase = app.contacts.useCase
        let name = "home (4 widgets at once)"
        let shown = await recorder.record(name) { () -> ViewState<ContactsSnapshot> in
            async let first = useCase.state()
            async let second = useCase.state()
            async let third = useCase.state()
            async let fourth = useCase.state()
            let all = await [first, second, third, fourth]
            return all.first { $0.value == nil } ?? all[0]
        }
        if shown.value == nil { throw .screen(name, shown.error ?? CacheError.notCached) }
    }

    /// The four screens over one contacts call; what each of them shows.
    @discardableResult
    private func visitContactScreens() async throws(SessionFailure) -> [[Contact]] {
        let list = app.contacts.makeContactListViewModel()
        let invite = app.contacts.makeInviteContactsViewModel()
        let chat = app.contacts.makeChatCreationViewModel()
        let share = app.contacts.makeShareContactViewModel()
        return [
            try await recorder.visit("contacts", observe: list.observe) { list.contacts } + list.requestsReceived,
            try await recorder.visit("invite", observe: invite.observe) { invite.candidates },
            try await recorder.visit("chat creation", observe: chat.observe) { chat.partners },
            try await recorder.visit("share", observe: share.observe) { share.recipients },
        ]
    }

    /// Accepts the first request on the open contact list; afterwards every screen must show the new contact.
    private mutating func acceptRequest() async throws(SessionFailure) {
        let list = app.contacts.makeContactListViewModel()
        let view = Task { await list.observe() }
        defer { view.cancel() }
        _ = await SessionRecorder.settled { list.contacts }
        guard let request = list.requestsReceived.first else { throw .nothingTo("accept") }
        try await recorder.change("accept a request") {
            await list.accept(request.id)
            if let error = list.changeError { throw error }
            // The event has the lists loaded anew, once; the call counts to the change that caused it.
            await app.signals.waitUntilIdle()
        }
        let screens = try await visitContactScreens()
        // Contacts, chat creation and share show the new contact; nobody can be invited who is one.
        for (index, people) in screens.enumerated() {
            let isShown = people.contains { $0.id == request.id && $0.kind == .connected }
            if isShown != (index != 1) { checks.staleAfterChange += 1 }
        }
    }

    /// The tab of all products and the first two categories; the products of each tab.
    @discardableResult
    private func visitProductTabs() async throws(SessionFailure) -> [[Product]] {
        let model = app.products.makeProductListViewModel()
        var tabs = [try await recorder.visit("products", observe: model.observe) { model.products }]
        for category in model.categories.prefix(2) {
            model.select(category)
            tabs.append(
                try await recorder.visit("products: \(category)", observe: model.observe) { model.products })
        }
        return tabs
    }

    private func visitTodosAndProfile() async throws(SessionFailure) {
        let todos = app.todos.makeTodoListViewModel()
        _ = try await recorder.visit("todos", observe: todos.observe) { todos.todos }
        _ = try await visitProfile()
    }

    private func visitProfile() async throws(SessionFailure) -> UserProfile {
        let profile = app.profile.makeProfileViewModel()
        return try await recorder.visit("profile", observe: profile.observe) { profile.profile }
    }

    private func visitProduct(_ id: Product.ID) async throws(SessionFailure) -> Product {
        let detail = app.products.makeProductDetailViewModel(id: id)
        return try await recorder.visit("product", observe: detail.observe) { detail.product }
    }

    /// Looks at a product, raises its price, and looks again: every screen must show the new price.
    private mutating func editProduct() async throws(SessionFailure) {
        guard let product = try await visitProductTabs().last?.first else { throw .nothingTo("edit") }
        for _ in 0..<3 { _ = try await visitProduct(product.id) }
        recorder.phase = "a new price"
        let price = Money(product.price.amount + 1, currency: product.price.currency)
        let detail = app.products.makeProductDetailViewModel(id: product.id)
        try await recorder.change("edit the price") {
            if await !detail.edit(ProductEdit(price: price)), let error = detail.editError { throw error }
        }
        for _ in 0..<3 where try await visitProduct(product.id).price != price { checks.staleAfterChange += 1 }
        for tab in try await visitProductTabs() {
            guard let shown = tab.first(where: { $0.id == product.id }) else { continue }
            if shown.price != price { checks.staleAfterChange += 1 }
        }
    }

    /// The connection is lost and an hour passes: the screens must still show the last good data.
    private mutating func goOffline() async throws(SessionFailure) {
        connection.setOnline(false)
        clock.advance(by: .seconds(3_600))
        let visits: [(SessionScript) async throws(SessionFailure) -> Void] = [
            { (script) throws(SessionFailure) in try await script.openHome() },
            { (script) throws(SessionFailure) in try await script.visitContactScreens() },
            { (script) throws(SessionFailure) in try await script.visitProductTabs() },
            { (script) throws(SessionFailure) in try await script.visitTodosAndProfile() },
        ]
        let before = recorder.screens.count
        for visit in visits {
            // A screen without data is what is counted here, not a reason to stop.
            do throws(SessionFailure) { try await visit(self) } catch {}
        }
        let screens = recorder.screens[before...]
        checks.offlineScreens = screens.count
        checks.offlineScreensServed = screens.count { $0.source != "none" }
        connection.setOnline(true)
    }

    /// Signs another account in while an answer for the former one is under way; nothing of the former may show.
    private mutating func switchAccount() async throws(SessionFailure) {
        let old = try await oldData()
        recorder.phase = "account switch"
        let (app, connection, other) = (app, connection, otherAccount)
        var late: ViewState<ContactsSnapshot>?
        try await recorder.change("switch to \(other) while an answer is due") {
            connection.hold()
            let refresh = Task { await app.contacts.useCase.state(.networkOnly) }
            await connection.waitForHeldAnswer()
            if let account = Wiring.account(other) { try await app.switchAccount(to: account) }
            connection.release()
            late = await refresh.value
        }
        // The late answer itself must not reach the reader who waited for it.
        if let leaked = late?.value, old.holds(leaked.all) { checks.oldAccountReads += 1 }
        for _ in 0..<3 {
            for people in try await visitContactScreens() where old.holds(people) { checks.oldAccountReads += 1 }
            if try await visitProfile().id == old.profile { checks.oldAccountReads += 1 }
        }
    }

    private func oldData() async throws(SessionFailure) -> OldData {
        let contacts = await recorder.record("contacts") { await app.contacts.useCase.state() }
        guard let snapshot = contacts.value else { throw .screen("contacts", contacts.error ?? CacheError.notCached) }
        return OldData(people: Set(snapshot.all.map(\.id)), profile: try await visitProfile().id)
    }
}

/// What belongs to the account that signed out.
private struct OldData {
    let people: Set<Contact.ID>
    let profile: UserProfile.ID

    func holds(_ contacts: [Contact]) -> Bool {
        contacts.contains { people.contains($0.id) }
    }
}

extension ContactsSnapshot {
    fileprivate var all: [Contact] { contacts + requestsSent + requestsReceived + placeholders }
}

extension ContactsUseCase {
    /// What a widget shows that reads the contacts once.
    fileprivate func state(_ policy: FetchPolicy = .cacheFirst) async -> ViewState<ContactsSnapshot> {
        var state = ViewState<ContactsSnapshot>.loading
        do throws(ContactsError) {
            state.show(try await contacts(policy))
        } catch {
            state.fail(error)
        }
        return state
    }
}
