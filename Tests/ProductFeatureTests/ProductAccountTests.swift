import CacheManagement
import NetworkTransfer
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("Products: account switch", .timeLimit(.minutes(1)))
struct ProductAccountTests {
    @Test("From the moment the scope changes, nothing of the former account is readable")
    func nothingOld() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products()
        _ = try await world.useCase.product(id: "p-1")
        world.switchScope(to: "bob")
        #expect(world.useCase.cachedProducts(in: nil) == nil && world.useCase.cachedProduct(id: "p-1") == nil)
        #expect(try await world.useCase.products().value.ids == ["p-9"])
    }

    @Test("After the clear, the former account's products are gone for good")
    func cleared() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products()
        _ = try await world.useCase.product(id: "p-1")
        try await world.switchAccount(to: "bob")
        try await world.switchAccount(to: "alice")
        #expect(world.useCase.cachedProducts(in: nil) == nil && world.useCase.cachedProduct(id: "p-1") == nil)
    }

    @Test(
        "C6: a late answer reaches nobody", arguments: [true, false],
        ["products.list", "products.detail", "products.edit"])
    func lateAnswer(clears: Bool, operation: String) async throws {
        let world = ProductWorld()
        world.session.hold(operation)
        let waiting = Task {
            switch operation {
            case "products.list": _ = try await world.useCase.products()
            case "products.detail": _ = try await world.useCase.product(id: "p-1")
            default: _ = try await world.useCase.edit(id: "p-1", ProductEdit(stock: 0))
            }
        }
        await world.session.waitForHeld(operation)
        if clears { try await world.switchAccount(to: "bob") } else { world.switchScope(to: "bob") }
        world.session.release(operation)
        let result = await waiting.result
        #expect {
            try result.get()
        } throws: { error in
            if case ProductError.cleared = error { true } else { false }
        }
        world.switchScope(to: "alice")
        #expect(world.useCase.cachedProducts(in: nil) == nil && world.useCase.cachedProduct(id: "p-1") == nil)
    }

    @Test("An observer is told once, and goes on with the new account")
    func observers() async throws {
        let world = ProductWorld()
        _ = try await world.useCase.products()
        var updates = world.useCase.productsUpdates(in: nil).makeAsyncIterator()
        #expect(await updates.next()?.value?.count == 3)
        try await world.switchAccount(to: "bob")
        guard case .cleared = await updates.next() else {
            Issue.record("not told")
            return
        }
        async let loaded = world.useCase.products()
        #expect(await updates.next()?.value?.ids == ["p-9"])
        _ = try await loaded
    }
}
