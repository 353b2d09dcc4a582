/// Reads a dependency from the container when the owner is created.
///
///     struct ContactsScreen {
///         @Injected(\.contactsUseCase) var contacts
///     }
///
/// The value is resolved once, in `init`, and stored: a callback that runs later, in another task or window, still
/// uses what its owner was created with. To use another container, assign the wrapper in the initializer:
/// `_contacts = Injected(\.contactsUseCase, in: container)`.
///
/// Traps: never on a `static` property, which would pin the first caller's container for ever; inside an
/// `@Observable` class write `@ObservationIgnored @Injected`; in a `final class: Sendable` use a `let` that is set from
/// `init(container: DependencyContainer = .current)`.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
    /// The dependency.
    public let wrappedValue: Value

    /// Resolves the dependency.
    ///
    /// - Parameters:
    ///   - path: the container's property.
    ///   - container: where to look; by default the current container.
    public init(_ path: KeyPath<DependencyContainer, Value>, in container: DependencyContainer = .current) {
        wrappedValue = container[keyPath: path]
    }
}
