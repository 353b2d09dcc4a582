import CacheManagement
import CombineShim
import ProductFeature
import TestSupport
import Testing

@Suite("Products as publishers: each is the twin of an asynchronous call")
struct ProductPublisherTests {
    private let world = ProductWorld()

    @Test("the same products, the same edits, the same errors")
    func twins() async throws {
        let useCase = world.useCase
        let list = try #require(await first(of: useCase.productsPublisher().values))
        #expect(try await useCase.products().value == list.value)
        let id = try #require(list.value.first?.id)
        var updates = useCase.productUpdatesPublisher(id: id).stream(.unbounded).makeAsyncIterator()
        let product = try #require(await first(of: useCase.productPublisher(id: id).values))
        #expect(try await useCase.product(id: id).value == product.value)

        let edited = try #require(await first(of: useCase.editPublisher(id: id, ProductEdit(name: "Globe")).values))
        #expect(edited.name == "Globe")
        while await updates.next()?.value?.name != "Globe" {}

        var published: (any Error)?
        do {
            _ = try await first(of: useCase.productPublisher(id: "x").values)
        } catch {
            published = error
        }
        do throws(ProductError) {
            _ = try await useCase.product(id: "x")
            Issue.record("There must be an error")
        } catch {
            #expect(published.map(unnumbered) == unnumbered(error))
        }
    }

    @Test("the updates of a category begin with what is cached")
    func updates() async throws {
        let list = try await world.useCase.products()
        var updates = world.useCase.productsUpdatesPublisher().stream(.unbounded).makeAsyncIterator()
        #expect(await updates.next()?.value == list.value)
    }
}
