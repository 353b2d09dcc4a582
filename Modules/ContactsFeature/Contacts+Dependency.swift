public import CacheManagement
public import DependencyContainer

extension ModuleID {
    /// The contacts module, as it is named in `HARMONY_DATA`.
    public static let contacts: ModuleID = "contacts"
}

extension Signal {
    /// Something changed the contacts or requests: they are loaded anew, once a burst. The module sends it after each
    /// change of its own; anybody else may, for example when a push message arrives.
    public static let contactsListNeedsReload: Signal = "contacts.list-needs-reload"
}

/// The key of the contacts use case.
public enum ContactsUseCaseKey: DependencyKey {
    /// Its calls throw ``ContactsError/notConfigured``.
    public static var unconfigured: any ContactsUseCase { UnconfiguredContactsUseCase() }
}

extension DependencyContainer {
    /// The contacts use case: `@Injected(\.contactsUseCase)`.
    public var contactsUseCase: any ContactsUseCase { self[ContactsUseCaseKey.self] }
}
