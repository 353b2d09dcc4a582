import CacheManagement
import CombineShim
import ProfileFeature
import TestSupport
import Testing

@Suite("The profile as a publisher: each is the twin of an asynchronous call")
struct ProfilePublisherTests {
    private let world = ProfileWorld()

    @Test("the same profile, the same changes, the same errors")
    func twins() async throws {
        var profiles = world.useCase.profilePublisher.stream(.unbounded).makeAsyncIterator()
        let loaded = try #require(await first(of: world.useCase.profilePublisher(.cacheFirst).values))
        #expect(try await world.repository.profile(.cacheFirst).value == loaded.value)
        #expect(try await first(of: world.repository.profilePublisher(.cacheFirst).values)?.value == loaded.value)
        #expect(world.showCalls == 1)
        #expect(await profiles.next() == loaded.value)

        let changed = try #require(await first(of: world.useCase.updatePublisher(UserProfileEdit(bio: "Tea")).values))
        #expect(changed.bio == "Tea")
        while await profiles.next()?.bio != "Tea" {}

        var published: (any Error)?
        do {
            _ = try await first(of: world.useCase.updatePublisher(UserProfileEdit()).values)
        } catch {
            published = error
        }
        let thrown = await failure { () throws(ProfileError) in _ = try await world.useCase.update(UserProfileEdit()) }
        #expect(published.map { "\($0)" } == thrown.map { "\($0)" })
    }
}
