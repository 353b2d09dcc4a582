public import CacheManagement
public import DependencyContainer

extension ModuleID {
    /// The profile module, as it is named in `HARMONY_DATA`.
    public static let profile: ModuleID = "profile"
}

extension Signal {
    /// Something changed the profile elsewhere: it is loaded anew, once a burst.
    public static let profileNeedsReload: Signal = "profile.needs-reload"
}

/// The key of the profile use case.
public enum ProfileUseCaseKey: DependencyKey {
    /// Its calls throw ``ProfileError/notConfigured``.
    public static var unconfigured: any ProfileUseCase { UnconfiguredProfileUseCase() }
}

extension DependencyContainer {
    /// The profile use case: `@Injected(\.profileUseCase)`.
    public var profileUseCase: any ProfileUseCase { self[ProfileUseCaseKey.self] }
}
