import CacheManagement
import Foundation
import MockTransport
import NetworkTransfer
import Networking
import RemoteImages
import TestSupport
import Testing

@Suite("RemoteImageService")
struct RemoteImageServiceTests {
    private let avatar = RemoteImageAddress.named("a.png")

    @Test("A picture is loaded once, then served from memory until its time is over")
    func expiry() async throws {
        let images = ImagesFixture.serving()
        let first = try await images.service.image(at: avatar)
        #expect(first.source == .network)
        #expect(first.value.format == .png)
        #expect(first.value.data == .png())
        images.clock.advance(by: .seconds(3599))
        let second = try await images.service.image(at: avatar)
        #expect(second.source == .memory)
        #expect(images.service.cachedImage(at: avatar)?.value == first.value)
        #expect(images.requests.values.count == 1)
        images.clock.advance(by: .seconds(1))
        #expect(try await images.service.image(at: avatar).source == .network)
        #expect(
            images.requests.values.map(\.url.absoluteString)
                == Array(repeating: "https://api.example.org/v1/images/a.png", count: 2))
        #expect(images.requests.values.allSatisfy { $0.operation == "images.fetch" && $0.method == .get })
    }

    @Test("C17: a hundred views of one picture cost one call, and cancelling one leaves the others alone")
    func coalescing() async throws {
        let gate = Gate()
        let images = ImagesFixture { request in
            await gate.wait()
            return NetworkResponse(request: request, body: .png())
        }
        let service = images.service
        let views = (0..<100).map { _ in Task { try await service.image(at: .named("a.png")).value } }
        while images.requests.values.isEmpty { await Task.yield() }
        let leaver = Task { await thrown { _ = try await service.image(at: .named("a.png")) } }
        leaver.cancel()
        #expect(await leaver.value == "Cancelled")
        gate.open()
        for view in views { #expect(try await view.value.data == .png()) }
        #expect(images.requests.values.count == 1)
    }

    @Test("The cache is limited by bytes: what is used stays, what is not makes room")
    func byteCost() async throws {
        let images = ImagesFixture.serving(bytes: 1000, cacheBytes: 10_000)
        for number in 0..<30 {
            _ = try await images.service.image(at: .named("\(number)"))
            _ = try await images.service.image(at: .named("0"))
        }
        let cached = (0..<30).filter { images.service.cachedImage(at: .named("\($0)")) != nil }
        #expect((1...10).contains(cached.count), "\(cached)")
        #expect(cached.contains(0))
    }

    @Test("A picture too large for the cache is delivered and not kept")
    func uncacheable() async throws {
        let images = ImagesFixture.serving(bytes: 6000, cacheBytes: 10_000)
        #expect(try await images.service.image(at: avatar).value.data.count == 6000)
        #expect(images.service.cachedImage(at: avatar) == nil)
    }

    @Test("A picture with more bytes than allowed is refused, by the transfer or, if that lets it through, here")
    func tooLarge() async throws {
        let images = ImagesFixture.serving(bytes: 10_001)
        #expect(
            await thrown { _ = try await images.service.image(at: avatar) } == "The image has more than 10000 bytes")
        let session = MockNetworkSession { NetworkResponse(request: $0, body: .png(bytes: 10_001)) }
        let lenient = RemoteImagesModule(
            service: DefaultNetworkTransferService(
                configuration: NetworkConfiguration(baseURL: ImagesFixture.baseURL), session: session),
            scope: { .alice }, signals: SignalService(), maximumBytes: 10_000)
        #expect(
            await thrown { _ = try await lenient.service.image(at: avatar) } == "The image has more than 10000 bytes")
    }

    @Test(
        "What is no picture is an error and never cached as one",
        arguments: ["<html>Sign in</html>", "", "GIF", "RIFF"])
    func notAnImage(body: String) async throws {
        let images = ImagesFixture {
            NetworkResponse(request: $0, statusCode: 200, headers: ["Content-Type": "text/html"], body: Data(body.utf8))
        }
        for _ in 0..<2 {
            #expect(
                await thrown { _ = try await images.service.image(at: avatar) }
                    == "The server sent no image but text/html")
        }
        #expect(images.service.cachedImage(at: avatar) == nil)
        #expect(images.requests.values.count == 1, "the failure is remembered")
        images.clock.advance(by: .seconds(300))
        _ = try? await images.service.image(at: avatar)
        #expect(images.requests.values.count == 2)
    }

    @Test("A picture that does not exist is remembered for five minutes, any other failure not at all")
    func failures() async throws {
        let status = Box(404)
        let images = ImagesFixture { NetworkResponse(request: $0, statusCode: status.value) }
        for _ in 0..<2 {
            #expect(await thrown { _ = try await images.service.image(at: avatar) } == "There is no such image")
        }
        #expect(images.requests.values.count == 1)
        images.clock.advance(by: .seconds(300))
        status.withLock { $0 = 500 }
        for _ in 0..<2 {
            #expect(
                await thrown { _ = try await images.service.image(at: avatar) }
                    == "images.fetch answered with status 500")
        }
        #expect(images.requests.values.count == 3)
    }

    @Test("Offline, the last good picture is there, marked stale")
    func offline() async throws {
        let isOffline = Box(false)
        let images = ImagesFixture { (request) throws(NetworkError) in
            if isOffline.value { throw NetworkError(.offline, request: request) }
            return NetworkResponse(request: request, body: .png())
        }
        _ = try await images.service.image(at: avatar)
        isOffline.withLock { $0 = true }
        images.clock.advance(by: .seconds(2 * 3600))
        let stale = try await images.service.image(at: avatar)
        #expect(stale.isStale)
        #expect(stale.value.data == .png())
        #expect(stale.error != nil)
        images.clock.advance(by: .seconds(7 * 24 * 3600))
        #expect(await thrown { _ = try await images.service.image(at: avatar) } != nil)
    }

    @Test("C8: another account neither sees nor waits for the former one's pictures")
    func accounts() async throws {
        let images = ImagesFixture.serving()
        _ = try await images.service.image(at: avatar)
        images.scope.withLock { $0 = .bob }
        #expect(images.service.cachedImage(at: avatar) == nil)
        #expect(
            await thrown { _ = try await images.service.image(at: avatar, policy: .cacheOnly) }
                == "The image is not cached")
        _ = try await images.service.image(at: avatar)
        #expect(images.requests.values.count == 2)
    }

    @Test("C6: a picture that arrives after a logout is dropped")
    func logout() async throws {
        let gate = Gate()
        let images = ImagesFixture { request in
            await gate.wait()
            return NetworkResponse(request: request, body: .png())
        }
        let caches = CacheManagementService()
        images.module.caches.forEach(caches.register)
        #expect(caches.cacheNames == ["images"])
        let service = images.service
        let view = Task { await thrown { _ = try await service.image(at: .named("a.png")) } }
        while images.requests.values.isEmpty { await Task.yield() }
        images.scope.withLock { $0 = .bob }
        try await caches.clear(.alice)
        #expect(await view.value == "The account changed while the image was loading")
        gate.open()
        images.scope.withLock { $0 = .alice }
        #expect(images.service.cachedImage(at: avatar) == nil)
    }

    @Test("The module's signal makes what is cached stale")
    func signal() async throws {
        let images = ImagesFixture.serving()
        _ = try await images.service.image(at: avatar)
        images.signals.send(.imagesNeedReload)
        await images.signals.waitUntilIdle()
        #expect(images.service.cachedImage(at: avatar)?.isStale == true)
        _ = try await images.service.image(at: avatar)
        #expect(images.requests.values.count == 2)
    }

    @Test("Prefetching loads what is missing, and skips what may not be loaded")
    func prefetch() async throws {
        let images = ImagesFixture.serving()
        let foreign = try RemoteImageAddress("https://elsewhere.example/x.png")
        _ = try await images.service.image(at: .named("0"))
        images.service.prefetch([.named("0"), .named("1"), foreign, .named("2")])
        while images.service.cachedImage(at: .named("1")) == nil || images.service.cachedImage(at: .named("2")) == nil {
            await Task.yield()
        }
        #expect(images.requests.values.count == 3)
        #expect(images.service.cachedImage(at: foreign) == nil)
    }

    @Test("A service that nobody registered says so")
    func unconfigured() async {
        let service = RemoteImageServiceKey.unconfigured
        #expect(await thrown { _ = try await service.image(at: avatar) } == "No images module is registered")
        #expect(service.cachedImage(at: avatar) == nil)
    }
}

@Suite("Where images may come from")
struct ImageOriginTests {
    @Test(
        "A URL of the app's own server is loaded with the app's credentials",
        arguments: [
            "https://api.example.org/x.png", "HTTPS://API.example.org:443/v2/x.png?size=2",
        ])
    func own(url: String) async throws {
        let images = ImagesFixture.serving()
        #expect(try await images.service.image(at: RemoteImageAddress(url)).source == .network)
        #expect(images.requests.values.map(\.headers["Authorization"]) == ["Bearer alice"])
    }

    @Test(
        "A URL of any other origin is refused, and nothing is sent",
        arguments: [
            "http://api.example.org/x.png", "https://api.example.org:444/x.png", "https://example.org/x.png",
            "https://api.example.org.evil.example/x.png", "https://api.example.org@evil.example/x.png",
        ])
    func foreign(url: String) async throws {
        let images = ImagesFixture.serving()
        let address = try RemoteImageAddress(url)
        for policy in [FetchPolicy.cacheFirst, .networkOnly, .noStore, .cacheOnly] {
            let error = await thrown { _ = try await images.service.image(at: address, policy: policy) }
            #expect(error?.hasSuffix("are not permitted") == true, "\(error ?? "nil")")
        }
        #expect(images.requests.values.isEmpty)
    }

    @Test("A URL of a permitted origin is loaded, without the app's credentials")
    func permitted() async throws {
        let images = ImagesFixture(external: ["https://cdn.example.net/any"]) {
            NetworkResponse(request: $0, body: .png())
        }
        let url = "https://cdn.example.net/deep/x.png?v=1"
        #expect(try await images.service.image(at: RemoteImageAddress(url)).source == .network)
        #expect(try await images.service.image(at: RemoteImageAddress(url)).source == .memory)
        #expect(images.requests.values.isEmpty)
        #expect(images.externalRequests.values.map(\.url.absoluteString) == [url])
        #expect(images.externalRequests.values.allSatisfy { $0.headers["Authorization"] == nil })
        let other = try RemoteImageAddress("https://other.example.net/x.png")
        #expect(
            await thrown { _ = try await images.service.image(at: other) }
                == "Images of other.example.net are not permitted")
    }

    @Test("N63: URLs that differ in query or scheme alone are different pictures, and so are those of two accounts")
    func wholeURLIsTheKey() async throws {
        let images = ImagesFixture(external: ["https://cdn.example.net", "http://cdn.example.net"]) {
            NetworkResponse(request: $0, body: .png())
        }
        let urls = [
            "https://cdn.example.net/x.png", "https://cdn.example.net/x.png?size=2",
            "https://cdn.example.net/x.png?size=3", "http://cdn.example.net/x.png",
        ]
        for (account, isFirst) in [(CacheScope.alice, true), (CacheScope.bob, true), (.bob, false)] {
            images.scope.withLock { $0 = account }
            for url in urls {
                let source = try await images.service.image(at: RemoteImageAddress(url)).source
                #expect(source == (isFirst ? .network : .memory), "\(url)")
            }
        }
        #expect(images.externalRequests.values.map(\.url.absoluteString) == urls + urls)
    }
}
