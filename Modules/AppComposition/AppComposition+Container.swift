import ContactsFeature
public import DependencyContainer
import ProductFeature
import ProfileFeature
import RemoteImages
import TodoFeature

extension AppComposition {
    /// A container with every feature's use case, for `@Injected(\.contactsUseCase)` and its like. An app makes it once
    /// and gives it to `DependencyContainer.bootstrap(_:)`; a window takes a child of it.
    public func makeContainer() -> DependencyContainer {
        DependencyContainer {
            $0.register(ContactsUseCaseKey.self, value: contacts.useCase)
            $0.register(ProductUseCaseKey.self, value: products.useCase)
            $0.register(TodoUseCaseKey.self, value: todos.useCase)
            $0.register(ProfileUseCaseKey.self, value: profile.useCase)
            $0.register(RemoteImageServiceKey.self, value: images.service)
        }
    }
}
