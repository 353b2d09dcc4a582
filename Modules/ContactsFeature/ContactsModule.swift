public import CacheManagement
public import NetworkTransfer

/// The contacts feature, put together: what a composition root makes once and keeps.
///
/// ```swift
/// let contacts = ContactsModule(
///     service: network.networkTransferService(for: .contacts), scope: { session.scope }, signals: signals)
/// contacts.caches.forEach(caches.register)
/// let screen = contacts.makeContactListViewModel()
/// ```
///
/// To switch the account or the data source, let `scope` answer the new scope first and then clear the former one with
/// `CacheManagementService.clear(_:)`: from the first step on nothing old is returned or stored, and the second makes
/// the screens drop what they show and go on with the new account.
public struct ContactsModule: Sendable {
    /// The single source of truth.
    public let repository: any ContactsRepository
    /// What the screens share.
    public let useCase: any ContactsUseCase
    /// The feature's caches, to be registered with the `CacheManagementService`.
    public let caches: [any ManagedCache]

    /// Puts the feature together.
    ///
    /// - Parameters:
    ///   - service: makes the calls, to the real server or to a mock.
    ///   - scope: the account and data source that are current now. Called often, from any thread; must be quick.
    ///   - signals: where ``CacheManagement/Signal/contactsListNeedsReload`` is sent and listened to.
    ///   - policy: how long contacts are fresh and may stand in, ``CacheManagement/CachePolicy/disabled`` for no
    ///     caching at all.
    ///   - clock: what ages are measured on.
    public init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy = .contacts, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let repository = DefaultContactsRepository(
            service: service, scope: scope, signals: signals, policy: policy, clock: clock)
        self.repository = repository
        useCase = DefaultContactsUseCase(repository: repository)
        caches = [repository.managedCache]
    }

    /// The view model of the contact list.
    @MainActor public func makeContactListViewModel() -> ContactListViewModel { .init(useCase: useCase) }

    /// The view model of the screen that invites people.
    @MainActor public func makeInviteContactsViewModel() -> InviteContactsViewModel { .init(useCase: useCase) }

    /// The view model of the screen that starts a chat.
    @MainActor public func makeChatCreationViewModel() -> ChatCreationViewModel { .init(useCase: useCase) }

    /// The view model of the screen that shares something.
    @MainActor public func makeShareContactViewModel() -> ShareContactViewModel { .init(useCase: useCase) }
}

extension CachePolicy {
    /// Contacts are fresh for five minutes, and the last good ones stand in for a week when the server cannot be asked,
    /// but not when it refuses the account (401, 403).
    public static var contacts: CachePolicy {
        CachePolicy(
            freshFor: .seconds(5 * 60), staleIfError: .seconds(7 * 24 * 60 * 60),
            classify: { error in
                guard case NetworkTransferError.status(let response) = error else { return .transient }
                return [401, 403].contains(response.statusCode) ? .permanent : .transient
            })
    }
}
