/// Names a dependency and says what stands in when nobody registered one.
///
///     enum ClockKey: DependencyKey {
///         static var unconfigured: any Clock<Duration> { ContinuousClock() }
///     }
///     extension DependencyContainer {
///         var clock: any Clock<Duration> { self[ClockKey.self] }
///     }
///
/// The stand-in must be safe to use: for a service, one whose calls fail with the module's typed error. Reading it is
/// reported through the container's `onIssue`, unless `isOptional` says that the stand-in is a normal value.
public protocol DependencyKey {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// The value when no container registered one.
    static var unconfigured: Value { get }

    /// Whether `unconfigured` is a normal value, so that reading it is no issue. Default `false`.
    static var isOptional: Bool { get }
}

extension DependencyKey {
    /// A dependency is required unless its key says otherwise.
    public static var isOptional: Bool { false }
}
