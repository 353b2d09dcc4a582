import CacheManagement
import Foundation
import NetworkTransfer
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("Products: the caching decorator", .timeLimit(.minutes(1)))
struct CachedProductLoaderTests {
    @Test("Each tab costs one call, and a tab that is opened again costs none")
    func tabs() async throws {
        let world = ProductWorld()
        for category in [nil, "books", "audio", nil, "books", "audio"] as [ProductCategory?] {
            _ = try await world.useCase.products(in: category)
        }
        #expect(world.session.requests.map { $0.url.query ?? "" } == ["", "category=books", "category=audio"])
        let books = try await world.useCase.products(in: "books")
        #expect(books.source == .memory && books.value.ids == ["p-1", "p-3"])
    }

    @Test("Fifty screens at the same time cost one call, lists and details alike")
    func singleFlight() async throws {
        let world = ProductWorld()
        for operation in ["products.list", "products.detail"] { world.session.hold(operation) }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<25 {
                group.addTask { try await world.useCase.products().value[0].id }
                group.addTask { try await world.useCase.product(id: "p-1").value.id }
            }
            for operation in ["products.list", "products.detail"] {
                await world.session.waitForHeld(operation)
                world.session.release(operation)
            }
            for try await id in group { #expect(id == "p-1") }
        }
        #expect(world.calls == 2)
    }

    @Test("C17: a screen that gives up leaves the others alone, and gets its own cancellation at once")
    func oneGivesUp() async throws {
        let world = ProductWorld()
        world.session.hold("products.list")
        let patient = Task { try await world.useCase.products() }
        await world.session.waitForHeld("products.list")
        let impatient = Task { () -> ProductError? in
            do throws(ProductError) {
                _ = try await world.useCase.products()
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
        world.session.release("products.list")
        #expect(try await patient.value.value.count == 3)
        #expect(world.calls == 1)
    }

    @Test("After five minutes products are loaded anew")
    func timeToLive() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.product(id: "p-1")
        world.clock.advance(by: .seconds(299))
        #expect(try await world.useCase.product(id: "p-1").source == .memory)
        world.clock.advance(by: .seconds(2))
        #expect(world.useCase.cachedProduct(id: "p-1")?.isStale == true)
        #expect(try await world.useCase.product(id: "p-1").source == .network)
        #expect(world.calls == 2)
    }

    @Test("C33: offline, the last good products are there, marked stale, with the error")
    func offline() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products(in: "books")
        world.server.fail("products.list", .network(.offline))
        world.clock.advance(by: .seconds(3_600))
        let books = try await world.useCase.products(in: "books")
        #expect(books.isStale && books.age == .seconds(3_600) && books.value.ids == ["p-1", "p-3"])
        guard case .transfer(.noResponse(let cause)) = books.error as? ProductError else {
            Issue.record("the cause is lost")
            return
        }
        #expect(cause.kind == .offline)
        world.clock.advance(by: .seconds(24 * 3_600))
        await #expect(throws: ProductError.self) { try await world.useCase.products(in: "books") }
    }

    @Test("An account that the server refuses sees no stale products", arguments: [401, 403])
    func refused(status: Int) async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products()
        world.server.fail("products.list", .status(status))
        world.clock.advance(by: .seconds(3_600))
        await #expect(throws: ProductError.self) { try await world.useCase.products() }
    }

    @Test("A product that is gone is forgotten, and not asked for again for half a minute")
    func gone() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.product(id: "p-1")
        world.catalogue.remove("p-1")
        world.clock.advance(by: .seconds(301))
        for _ in 0..<3 {
            await #expect {
                try await world.useCase.product(id: "p-1")
            } throws: { error in
                if case ProductError.notFound(id: "p-1") = error { true } else { false }
            }
        }
        #expect(world.useCase.cachedProduct(id: "p-1") == nil)
        #expect(world.calls == 2)
        world.clock.advance(by: .seconds(31))
        await #expect(throws: ProductError.self) { try await world.useCase.product(id: "p-1") }
        #expect(world.calls == 3)
    }

    @Test("An edit is written through; afterwards the product and every list are loaded anew, once")
    func edit() async throws {
        let world = ProductWorld()
        for category in [nil, "books", "audio"] as [ProductCategory?] {
            _ = try await world.useCase.products(in: category)
        }
        _ = try await world.useCase.product(id: "p-1")
        let edited = try await world.useCase.edit(id: "p-1", ProductEdit(name: "Map ", stock: 7))
        #expect(edited.name == "Map" && edited.stock == 7)
        let cached = try #require(world.useCase.cachedProduct(id: "p-1"))
        #expect(cached.value == edited, "the server's answer, not the guess")
        #expect(cached.isStale)
        #expect(world.calls == 5)
        for _ in 0..<2 {
            #expect(try await world.useCase.product(id: "p-1").value == edited)
            #expect(try await world.useCase.products(in: "books").value.first == edited)
            #expect(try await world.useCase.products().value.first == edited)
        }
        #expect(world.calls == 8)
    }

    @Test("An edit shows before the server has answered")
    func optimistic() async throws {
        let world = ProductWorld()
        let before = try await world.useCase.product(id: "p-1").value
        world.session.hold("products.edit")
        async let edited = world.useCase.edit(id: "p-1", ProductEdit(name: "Map ", stock: 0))
        await world.session.waitForHeld("products.edit")
        let shown = try await world.useCase.product(id: "p-1")
        #expect(shown.source == .memory && shown.value.stock == 0 && shown.value.name == "Map ")
        #expect(shown.value.price == before.price)
        world.session.release("products.edit")
        #expect(try await edited.name == "Map")
    }

    @Test("An edit that fails is taken back, and the cause is told", arguments: [400, 500])
    func rollback(status: Int) async throws {
        let world = ProductWorld()
        let before = try await world.useCase.product(id: "p-1").value
        world.server.fail("products.edit", .status(status))
        await #expect {
            _ = try await world.useCase.edit(id: "p-1", ProductEdit(stock: 0))
        } throws: { error in
            guard case ProductError.transfer(.status(let response)) = error else { return false }
            return response.statusCode == status
        }
        #expect(world.useCase.cachedProduct(id: "p-1")?.value == before)
        #expect(try await world.useCase.product(id: "p-1").source == .network, "the server may have it all the same")
    }

    @Test("A cancelled edit is taken back, and is no failure")
    func cancelledEdit() async throws {
        let world = ProductWorld()
        let before = try await world.useCase.product(id: "p-1").value
        world.session.hold("products.edit")
        let task = Task { () -> ProductError? in
            do throws(ProductError) {
                _ = try await world.useCase.edit(id: "p-1", ProductEdit(stock: 0))
                return nil
            } catch {
                return error
            }
        }
        await world.session.waitForHeld("products.edit")
        task.cancel()
        guard case .cancelled = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(world.useCase.cachedProduct(id: "p-1")?.value == before)
    }

    @Test("C63: an answer from before the edit does not undo it")
    func overlap() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.product(id: "p-1")
        world.session.hold("products.detail")
        async let old = world.useCase.product(id: "p-1", policy: .networkOnly)
        await world.session.waitForHeld("products.detail")
        _ = try await world.useCase.edit(id: "p-1", ProductEdit(stock: 0))
        world.session.release("products.detail")
        _ = try await old
        #expect(world.useCase.cachedProduct(id: "p-1")?.value.stock == 0)
        #expect(try await world.useCase.product(id: "p-1").value.stock == 0)
    }

    @Test("An edit that makes no sense is refused, and nothing is sent or forgotten")
    func invalidEdit() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.product(id: "p-1")
        let edits: [(ProductEdit, ProductError.EditFault)] = [
            (ProductEdit(), .noChange), (ProductEdit(name: " \n"), .blankName),
            (ProductEdit(price: Money(-1, currency: "EUR")), .negativePrice), (ProductEdit(stock: -1), .negativeStock),
        ]
        for (edit, fault) in edits {
            await #expect {
                _ = try await world.useCase.edit(id: "p-1", edit)
            } throws: { error in
                if case ProductError.invalidEdit(fault) = error { true } else { false }
            }
        }
        #expect(try await world.useCase.product(id: "p-1").source == .memory)
        #expect(world.calls == 1)
    }

    @Test("An edit of an unknown product says so, and the lists that named it are loaded anew")
    func editUnknown() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products()
        world.catalogue.remove("p-2")
        await #expect {
            _ = try await world.useCase.edit(id: "p-2", ProductEdit(stock: 1))
        } throws: { error in
            if case ProductError.notFound(id: "p-2") = error { true } else { false }
        }
        #expect(try await world.useCase.products().value.ids == ["p-1", "p-3"])
    }

    @Test("A burst of signals costs one refresh of what is on display, and none of what is not")
    func signal() async throws {
        let world = ProductWorld(window: .milliseconds(10))
        _ = try await world.useCase.products()
        _ = try await world.useCase.products(in: "books")
        let updates = world.useCase.productsUpdates(in: nil)
        _ = world.catalogue.change("p-1") { $0.stock = 77 }
        for _ in 0..<20 { world.signals.send(.productsNeedReload) }
        await world.clock.waitForSleepers()
        world.clock.advance(by: .milliseconds(10))
        for await update in updates where update.value?.first?.stock == 77 { break }
        #expect(world.calls == 3)
        #expect(try await world.useCase.products(in: "books").source == .network)
    }

    @Test("Caching off: every read is a call, and nothing is kept")
    func disabled() async throws {
        let world = ProductWorld(policy: .disabled)
        for _ in 0..<3 { #expect(try await world.useCase.products().source == .network) }
        _ = try await world.useCase.edit(id: "p-1", ProductEdit(stock: 1))
        #expect(try await world.useCase.product(id: "p-1").value.stock == 1)
        #expect(world.calls == 5)
        #expect(world.useCase.cachedProducts(in: nil) == nil && world.useCase.cachedProduct(id: "p-1") == nil)
    }

    @Test("Cached only, with nothing cached, is an error and no call; so it is without a cache")
    func cacheOnly() async throws {
        let world = ProductWorld()
        for loader in [world.useCase, APIProductLoader(service: world.service)] as [any ProductLoading] {
            await #expect {
                _ = try await loader.products(in: nil, policy: .cacheOnly)
            } throws: { error in
                if case ProductError.notCached = error { true } else { false }
            }
        }
        #expect(world.calls == 0)
    }
}
