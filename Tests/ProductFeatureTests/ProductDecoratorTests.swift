import CacheManagement
import Foundation
import NetworkTransfer
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("Products: decorators", .timeLimit(.minutes(1)))
struct ProductDecoratorTests {
    /// What can be put around a loader.
    enum Layer: String, CaseIterable, CustomStringConvertible, Sendable {
        case cache, log
        var description: String { rawValue }

        func around(_ loader: any ProductLoading, in world: ProductWorld, _ log: Log) -> any ProductLoading {
            switch self {
            case .cache: CachedProductLoader(loader, scope: world.scope, clock: world.clock)
            case .log: LoggingProductLoader(loader, clock: world.clock) { log.append($0) }
            }
        }
    }

    /// All stacks of up to three layers, innermost first.
    static let stacks: [[Layer]] = {
        var stacks: [[Layer]] = [[]]
        for _ in 0..<3 { stacks += stacks.flatMap { stack in Layer.allCases.map { stack + [$0] } } }
        return Array(Set(stacks)).sorted { $0.count < $1.count }
    }()

    @Test("Decorators compose in any order and number, and give the same values and errors", arguments: stacks)
    func composition(layers: [Layer]) async throws {
        let world = ProductWorld()
        let log = Log()
        let bare = APIProductLoader(service: world.service)
        let stack = layers.reduce(bare as any ProductLoading) { $1.around($0, in: world, log) }
        for category in [nil, "books", "nothing"] as [ProductCategory?] {
            #expect(try await stack.products(in: category).value == bare.products(in: category).value)
            #expect(try await stack.products(in: category).value == bare.products(in: category).value)
        }
        #expect(try await stack.product(id: "p-2").value == bare.product(id: "p-2").value)
        let edited = try await stack.edit(id: "p-2", ProductEdit(name: "Reel"))
        #expect(try await edited == bare.product(id: "p-2").value)
        #expect(try await stack.product(id: "p-2").value == edited)
        #expect(try await stack.products().value == bare.products().value)
        for loader in [bare, stack] {
            await #expect {
                _ = try await loader.product(id: "p-0")
            } throws: { error in
                if case ProductError.notFound(id: "p-0") = error { true } else { false }
            }
        }
        // Behind the stack's back: a read past all caches sees it, whatever the layers.
        _ = world.catalogue.change("p-2") { $0.stock = 99 }
        #expect(try await stack.product(id: "p-2", policy: .networkOnly).value.stock == 99)
        #expect(log.entries.isEmpty == !layers.contains(.log))
    }

    @Test("A stack with a cache answers from memory, wherever the cache is", arguments: stacks)
    func origin(layers: [Layer]) async throws {
        let world = ProductWorld()
        let stack = layers.reduce(APIProductLoader(service: world.service) as any ProductLoading) {
            $1.around($0, in: world, Log())
        }
        #expect(try await stack.products().source == .network)
        #expect(try await stack.products().source == (layers.contains(.cache) ? .memory : .network))
        #expect(world.calls == (layers.contains(.cache) ? 1 : 2))
    }

    @Test("A log outside the cache tells of every read, one inside of every load")
    func position() async throws {
        let world = ProductWorld()
        let (outer, inner) = (Log(), Log())
        let api = APIProductLoader(service: world.service)
        let cache = CachedProductLoader(
            LoggingProductLoader(api, clock: world.clock) { inner.append($0) }, scope: world.scope, clock: world.clock)
        let stack = LoggingProductLoader(cache, clock: world.clock) { outer.append($0) }
        for _ in 0..<3 { _ = try await stack.products(in: "books") }
        #expect(
            outer.entries.map(\.outcome) == [
                .loaded(from: .network, count: 2, isStale: false), .loaded(from: .memory, count: 2, isStale: false),
                .loaded(from: .memory, count: 2, isStale: false),
            ])
        #expect(inner.entries.map(\.outcome) == [.loaded(from: .network, count: 2, isStale: false)])
    }

    @Test("The log tells operation, subject, outcome and duration in one line")
    func lines() async throws {
        let world = ProductWorld()
        let log = Log()
        let loader = LoggingProductLoader(APIProductLoader(service: world.service), clock: world.clock) {
            log.append($0)
        }
        world.session.hold("products.list")
        async let products = loader.products()
        await world.session.waitForHeld("products.list")
        world.clock.advance(by: .milliseconds(250))
        world.session.release("products.list")
        _ = try await products
        _ = try await loader.edit(id: "p-1", ProductEdit(name: "Map", stock: 1))
        _ = try? await loader.product(id: "a\nb")
        world.server.fail("products.detail", .status(503))
        _ = try? await loader.product(id: "p-1")
        world.server.fail("products.detail", .network(.connectionLost))
        _ = try? await loader.product(id: "p-1")
        world.server.fail("products.detail", .body("["))
        _ = try? await loader.product(id: "p-1")
        #expect(
            log.text == #"""
                products.list: 3 from network, 0.25 seconds
                products.edit "p-1": changed name, stock, 0.0 seconds
                products.detail "a\nb": failed, not found, 0.0 seconds
                products.detail "p-1": failed, status 503, 0.0 seconds
                products.detail "p-1": failed, no response, 0.0 seconds
                products.detail "p-1": failed, unreadable answer, 0.0 seconds
                """#)
    }

    @Test("The log holds no secret: no token, no field's value, no text of a foreign error")
    func secrets() async throws {
        struct Leak: Error, CustomStringConvertible {
            let description = "Authorization: Bearer s3cr3t"
        }
        struct Leaky: ProductLoading {
            func products(
                in category: ProductCategory?, policy: FetchPolicy
            ) async throws(ProductError) -> CachedValue<[Product]> { throw .unexpected(Leak()) }
            func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
                throw .transfer(.noResponse(NetworkError(.invalidURL("https://u:s3cr3t@h/"), underlying: Leak())))
            }
            func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
                throw .transfer(.noResponse(NetworkError(.tls, underlying: Leak())))
            }
        }
        let log = Log()
        let loader = LoggingProductLoader(Leaky()) { log.append($0) }
        _ = try? await loader.products()
        _ = try? await loader.product(id: "p-1")
        _ = try? await loader.edit(id: "p-1", ProductEdit(name: "s3cr3t"))
        let world = ProductWorld()
        let edits = LoggingProductLoader(APIProductLoader(service: world.service)) { log.append($0) }
        _ = try await edits.edit(id: "p-1", ProductEdit(summary: "s3cr3t"))
        #expect(log.entries.count == 4)
        #expect(!log.text.contains("s3cr3t"))
        #expect(!log.entries.contains { String(reflecting: $0).contains("s3cr3t") })
    }

    @Test("The module's log is outside its cache")
    func moduleLog() async throws {
        let world = ProductWorld()
        for _ in 0..<2 { _ = try await world.useCase.products() }
        #expect(world.log.entries.count == 2 && world.calls == 1)
    }
}
