/// What a container can make: collected once, while the container is created.
public struct Registrations: Sendable {
    /// How long a made value lives.
    public enum Lifetime: Sendable {
        /// Made on first use and kept as long as the container that registered it.
        case cached
        /// Made anew at each use.
        case transient
    }

    struct Entry: Sendable {
        let lifetime: Lifetime
        let make: @Sendable (DependencyContainer) -> any Sendable
    }

    private(set) var entries: [ObjectIdentifier: Entry] = [:]

    /// Registers a factory; a later registration of the same key replaces an earlier one.
    ///
    /// - Parameters:
    ///   - key: the dependency.
    ///   - lifetime: `.cached` unless each user needs an instance of its own.
    ///   - make: makes the value; resolves what it needs from the container that it is given.
    public mutating func register<Key: DependencyKey>(
        _ key: Key.Type, lifetime: Lifetime = .cached,
        _ make: @escaping @Sendable (DependencyContainer) -> Key.Value
    ) {
        entries[ObjectIdentifier(key)] = Entry(lifetime: lifetime, make: make)
    }

    /// Registers a value that exists already.
    public mutating func register<Key: DependencyKey>(_ key: Key.Type, value: Key.Value) {
        register(key) { _ in value }
    }
}
