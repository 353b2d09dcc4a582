import CacheManagement
import CombineShim
import Networking
import RemoteImages
import TestSupport
import Testing

@Suite("Images as publishers: each is the twin of an asynchronous call")
struct RemoteImagePublisherTests {
    @Test("the same image, for one call, and its updates")
    func twins() async throws {
        let images = ImagesFixture.serving()
        let address = try RemoteImageAddress("/images/a.png")
        var updates = images.service.updatesPublisher(at: address).stream(.unbounded).makeAsyncIterator()
        var published: CachedValue<RemoteImage>?
        for try await image in images.service.imagePublisher(at: address).values { published = image }
        let called = try await images.service.image(at: address)
        #expect(published?.value.data == called.value.data)
        #expect(published?.source == .network && called.source == .memory)
        #expect(images.requests.values.count == 1)
        #expect(await updates.next()?.value?.data == called.value.data)
    }

    @Test("the same error")
    func failure() async throws {
        let images = ImagesFixture { NetworkResponse(request: $0, statusCode: 404) }
        let address = try RemoteImageAddress("/images/none.png")
        var published: (any Error)?
        do {
            for try await _ in images.service.imagePublisher(at: address).values {}
        } catch {
            published = error
        }
        do throws(RemoteImageError) {
            _ = try await images.service.image(at: address)
            Issue.record("There must be an error")
        } catch {
            #expect(published.map(unnumbered) == unnumbered(error))
        }
    }
}
