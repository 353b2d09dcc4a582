import CacheManagement
import DependencyContainer
import Foundation
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("Products: view models", .timeLimit(.minutes(1)))
@MainActor
struct ProductViewModelTests {
    private let world = ProductWorld()

    @Test("The tabs are the catalogue's categories; a tab that was shown before is shown at once")
    func tabs() async {
        let list = world.module.makeProductListViewModel()
        #expect(list.categories.isEmpty && list.selected == nil)
        await showing([list.observe]) { await until { list.products.value != nil } }
        #expect(list.categories == ["books", "audio"])
        #expect(list.products.value?.ids == ["p-1", "p-2", "p-3"])

        list.select("books")
        #expect(list.products.value == nil && list.categories == ["books", "audio"])
        await showing([list.observe]) { await until { list.products.value?.ids == ["p-1", "p-3"] } }
        list.select(nil)
        #expect(list.products.value?.count == 3)
        list.select("books")
        #expect(list.products.value?.ids == ["p-1", "p-3"] && !list.products.isLoading)
        await showing([list.observe]) { await until { !list.products.isRefreshing } }
        #expect(world.calls == 2)
    }

    @Test("A second list has its first frame and its tabs at once")
    func firstFrame() async throws {
        _ = try await world.useCase.products()
        let list = world.module.makeProductListViewModel()
        #expect(list.products.value?.count == 3 && list.categories == ["books", "audio"])
        #expect(world.calls == 1)
    }

    @Test("An answer for a tab that was left is not shown in the one that was selected")
    func lateTab() async {
        let list = world.module.makeProductListViewModel()
        world.session.hold("products.list")
        await showing([list.observe]) {
            await world.session.waitForHeld("products.list")
            list.select("audio")
            await showing([list.observe]) {
                await world.session.waitForHeld("products.list", 2)
                world.session.release("products.list")
                await until { list.products.value != nil }
                #expect(list.products.value?.ids == ["p-2"])
            }
        }
        #expect(list.selected == "audio")
    }

    @Test("An edit on the detail screen shows there at once, and in the list when the server has it")
    func edit() async {
        let list = world.module.makeProductListViewModel()
        let detail = world.module.makeProductDetailViewModel(id: "p-1")
        await showing([list.observe, detail.observe]) {
            await until { list.products.value != nil && detail.product.value != nil }
            world.session.hold("products.edit")
            async let saved = detail.edit(ProductEdit(price: Money(text: "9.99", currency: "EUR")))
            await until { detail.product.value?.price.text == "9.99" && detail.isSaving }
            #expect(list.products.value?.first?.price.text == "10")
            await world.session.waitForHeld("products.edit")
            world.session.release("products.edit")
            #expect(await saved && detail.editError == nil && !detail.isSaving)
            await until { list.products.value?.first?.price.text == "9.99" }
        }
    }

    @Test("An edit that fails is taken back, and the screen says why")
    func failedEdit() async {
        let detail = world.module.makeProductDetailViewModel(id: "p-1")
        world.server.fail("products.edit", .status(500))
        await showing([detail.observe]) {
            await until { detail.product.value != nil }
            #expect(await detail.edit(ProductEdit(stock: 0)) == false)
            guard case .transfer = detail.editError else {
                Issue.record("no error shown")
                return
            }
            await until { detail.product.value?.stock == 5 }
            #expect(await detail.edit(ProductEdit()) == false)
            guard case .invalidEdit(.noChange) = detail.editError else {
                Issue.record("no fault shown")
                return
            }
        }
    }

    @Test("A spinner shows for the first load only; a refresh keeps the value, and so does its failure")
    func noFlash() async {
        let list = world.module.makeProductListViewModel()
        world.session.hold("products.list")
        await showing([list.observe]) {
            await until { list.products.isLoading }
            await world.session.waitForHeld("products.list")
            world.session.release("products.list")
            await until { list.products.value != nil }

            world.session.hold("products.list")
            async let refreshed: Void = list.refresh()
            await until { list.products.isRefreshing }
            #expect(list.products.value?.count == 3 && !list.products.isLoading)
            await world.session.waitForHeld("products.list")
            world.session.release("products.list")
            await refreshed
            #expect(!list.products.isRefreshing)

            world.server.fail("products.list", .network(.offline))
            await list.refresh()
            #expect(list.products.error is ProductError)
            #expect(list.products.value?.count == 3 && list.products.isStale)
        }
    }

    @Test("A detail screen shows the product of the list until its own is there")
    func preview() async throws {
        let product = try #require(try await world.useCase.products().value.first)
        let detail = world.module.makeProductDetailViewModel(id: "p-1", preview: product)
        #expect(detail.product.value == product && detail.product.isStale)
        _ = world.catalogue.change("p-1") { $0.stock = 3 }
        await showing([detail.observe]) {
            await until { detail.product.value?.stock == 3 && !detail.product.isStale }
        }
    }

    @Test("A product that does not exist is an error, not an endless spinner")
    func unknown() async {
        let detail = world.module.makeProductDetailViewModel(id: "p-0")
        await showing([detail.observe]) {
            await until { detail.product.error != nil }
            guard case .notFound(id: "p-0") = detail.product.error as? ProductError else {
                Issue.record("another error")
                return
            }
            #expect(!detail.product.isLoading)
        }
    }

    @Test("An account switch empties the screens and fills them with the new account")
    func accountSwitch() async throws {
        let list = world.module.makeProductListViewModel()
        try await showing([list.observe]) {
            await until { list.products.value?.count == 3 }
            world.session.hold("products.list")
            try await world.switchAccount(to: "bob")
            await until { list.products.isLoading && list.products.value == nil }
            await world.session.waitForHeld("products.list")
            world.session.release("products.list")
            await until { list.products.value?.ids == ["p-9"] && list.categories == ["garden"] }
        }
    }

    @Test("A screen that goes away stops waiting, and is released")
    func goingAway() async {
        var list: ProductListViewModel? = world.module.makeProductListViewModel()
        weak let released = list
        world.session.hold("products.list")
        let task = Task { [list] in await list?.observe() }
        await world.session.waitForHeld("products.list")
        task.cancel()
        await task.value
        #expect(list?.products.isLoading == false)
        list = nil
        #expect(released == nil)
        world.session.release("products.list")
    }

    @Test("Without a module, a screen says that nothing is configured; a registered use case is injected")
    func container() async throws {
        let useCase = await confirmation("reported") { reported in
            DependencyContainer(onIssue: { _ in reported() }, { _ in }).productUseCase
        }
        let list = ProductListViewModel(useCase: useCase)
        await list.observe()
        guard case .notConfigured = list.products.error as? ProductError else {
            Issue.record("no error shown")
            return
        }
        let container = DependencyContainer { $0.register(ProductUseCaseKey.self, value: world.useCase) }
        #expect(try await container.productUseCase.products().value.count == 3)
    }
}
