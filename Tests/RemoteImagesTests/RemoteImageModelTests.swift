import CacheManagement
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking
import RemoteImages
import TestSupport
import Testing

@MainActor
@Suite("RemoteImageModel")
struct RemoteImageModelTests {
    @Test("A picture loads once for two views, and shows at once in the next")
    func loading() async throws {
        let images = ImagesFixture.serving()
        let model = images.module.makeRemoteImageModel(address: "/images/a.png")
        guard case .idle = model.image else { return #expect(Bool(false), "\(model.image)") }
        let view = Task { await model.observe() }
        while model.image.value == nil { await Task.yield() }
        #expect(model.image.value?.data == .png())
        let second = images.module.makeRemoteImageModel(address: "a.png")
        #expect(second.image.value?.data == .png())
        #expect(!second.image.isLoading)
        #expect(images.requests.values.count == 1)
        view.cancel()
        await view.value
    }

    @Test("A failed refresh keeps the picture beside the error")
    func refresh() async throws {
        let isOffline = Box(false)
        let images = ImagesFixture { (request) throws(NetworkError) in
            if isOffline.value { throw NetworkError(.offline, request: request) }
            return NetworkResponse(request: request, body: .png())
        }
        let model = images.module.makeRemoteImageModel(address: "a.png")
        await model.refresh()
        #expect(model.image.value?.data == .png())
        isOffline.withLock { $0 = true }
        await model.refresh()
        #expect(model.image.value?.data == .png())
        #expect(model.image.error is RemoteImageError)
        isOffline.withLock { $0 = false }
        await model.refresh()
        #expect(model.image.error == nil)
    }

    @Test("A picture that changed on the server shows after the signal, and another account's view starts empty")
    func signal() async throws {
        let last = Box<UInt8>(1)
        let images = ImagesFixture { NetworkResponse(request: $0, body: .png(last: last.value)) }
        let model = images.module.makeRemoteImageModel(address: "a.png")
        let view = Task { await model.observe() }
        while model.image.value == nil { await Task.yield() }
        last.withLock { $0 = 2 }
        images.signals.send(.imagesNeedReload)
        while model.image.value?.data != .png(last: 2) { await Task.yield() }
        #expect(images.requests.values.count == 2)
        images.scope.withLock { $0 = .bob }
        #expect(images.module.makeRemoteImageModel(address: "a.png").image.value == nil)
        view.cancel()
        await view.value
    }

    @Test("A text that is no address shows as a failure when it is to be loaded, and nothing is sent")
    func invalidAddress() async {
        let images = ImagesFixture.serving()
        let model = images.module.makeRemoteImageModel(address: "file:///etc/passwd")
        #expect(model.image.error == nil)
        await model.observe()
        #expect(model.image.error.map { "\($0)" } == "This is no address of an image")
        #expect(images.requests.values.isEmpty)
    }

    @Test("The pictures of the fixtures come through the mock of the whole API")
    func fixtures() async throws {
        let api = MockAPI(
            fixtures: { try MockData.fixture(operation: $0, account: $1) }, images: { try MockData.image(named: $0) })
        let module = RemoteImagesModule(
            service: DefaultNetworkTransferService(
                configuration: NetworkConfiguration(
                    baseURL: URL(string: "https://mock.example"), headers: ["Authorization": "Bearer alice"]),
                session: api),
            scope: { .alice }, signals: SignalService())
        let image = try await module.service.image(at: .named("avatar-01.png"))
        #expect(image.value.format == .png)
        #expect(try image.value.data == MockData.image(named: "avatar-01.png"))
        #expect(
            await thrown { _ = try await module.service.image(at: .named("absent.png")) } == "There is no such image")
    }
}
