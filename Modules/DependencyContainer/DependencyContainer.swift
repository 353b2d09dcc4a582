import Foundation
import ModuleSupport

/// Holds the dependencies of an app, a window or a test.
///
/// Each container is an instance of its own: a window gets a ``child(_:)``, a test makes a fresh one, and neither sees
/// what another has cached. Registrations are fixed at creation; values are made on first use. Thread-safe.
///
///     let container = DependencyContainer {
///         $0.register(ContactsKey.self) { container in ContactsModel(clock: container.clock) }
///     }
public final class DependencyContainer: Sendable {
    private let registrations: Registrations
    private let parent: DependencyContainer?
    private let cache = Locked<[ObjectIdentifier: any Sendable]>([:])
    private let onIssue: @Sendable (DependencyIssue) -> Void

    /// The keys whose factories run in this task, outermost first; finds cycles before the stack overflows.
    @TaskLocal private static var resolving: [ResolvingKey] = []

    private struct ResolvingKey: Sendable {
        let container: ObjectIdentifier
        let key: ObjectIdentifier
        let name: String
    }

    /// Creates a root container.
    ///
    /// - Parameters:
    ///   - onIssue: told of a missing registration or a cycle, on the thread that resolves. The default writes one
    ///     line to standard error.
    ///   - register: adds the factories and values.
    public convenience init(
        onIssue: @escaping @Sendable (DependencyIssue) -> Void = DependencyContainer.writeToStandardError,
        _ register: (inout Registrations) -> Void
    ) {
        self.init(parent: nil, onIssue: onIssue, register)
    }

    private init(
        parent: DependencyContainer?, onIssue: @escaping @Sendable (DependencyIssue) -> Void,
        _ register: (inout Registrations) -> Void
    ) {
        var registrations = Registrations()
        register(&registrations)
        self.registrations = registrations
        self.parent = parent
        self.onIssue = onIssue
    }

    /// Creates a container that answers from its own registrations first and from this one otherwise, for a window or
    /// a screen.
    ///
    /// A factory inherited from the parent runs against the parent and is cached there: it does not see the child's
    /// overrides, so siblings share one instance. What must differ in a child is registered in the child.
    public func child(_ register: (inout Registrations) -> Void) -> DependencyContainer {
        DependencyContainer(parent: self, onIssue: onIssue, register)
    }

    /// The dependency for a key: the registered one, the parent's, or else the key's `unconfigured` value.
    ///
    /// A cached factory may run twice when two threads ask for the first time at once; both get the instance that was
    /// stored first. No lock is held while a factory runs.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        let id = ObjectIdentifier(key)
        guard let registration = registrations.entries[id] else {
            if let parent { return parent[key] }
            if !Key.isOptional { onIssue(.unconfigured(key: "\(Key.self)")) }
            return Key.unconfigured
        }
        if let value = cache.withLock({ $0[id] }) as? Key.Value { return value }
        guard let value = make(key, id: id, registration) else { return Key.unconfigured }
        guard registration.lifetime == .cached else { return value }
        return cache.withLock { cache in
            if let first = cache[id] as? Key.Value { return first }
            cache[id] = value
            return value
        }
    }

    private func make<Key: DependencyKey>(
        _ key: Key.Type, id: ObjectIdentifier, _ registration: Registrations.Entry
    ) -> Key.Value? {
        let path = Self.resolving
        let own = ResolvingKey(container: ObjectIdentifier(self), key: id, name: "\(Key.self)")
        if let start = path.firstIndex(where: { $0.key == own.key && $0.container == own.container }) {
            onIssue(.cycle(path: (path[start...] + [own]).map(\.name)))
            return nil
        }
        return Self.$resolving.withValue(path + [own]) { registration.make(self) as? Key.Value }
    }

    /// Writes an issue to standard error; the default of `onIssue`.
    public static func writeToStandardError(_ issue: DependencyIssue) {
        FileHandle.standardError.write(Data("DependencyContainer: \(issue)\n".utf8))
    }
}
