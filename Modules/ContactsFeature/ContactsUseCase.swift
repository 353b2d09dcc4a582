public import CacheManagement

/// What the contact screens need: who belongs on which screen, and what a user can do there.
///
/// One use case serves all screens, so they share one cached answer. Implementations are safe to use from any thread
/// or actor.
public protocol ContactsUseCase: Sendable {
    /// All four lists with their origin; see ``ContactsRepository/contacts(_:)``.
    func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot>
    /// What is cached, for a screen's first frame; see ``ContactsRepository/cached()``.
    func cached() -> CachedValue<ContactsSnapshot>?
    /// The lists from now on; see ``ContactsRepository/updates()``.
    func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>>
    /// Makes a change on all screens at once; see ``ContactsRepository/perform(_:)``.
    func perform(_ change: ContactChange) async throws(ContactsError)
    /// The people of a group whose name matches `query`, in the group's order. Pure; linear in the number of people.
    func people(_ group: ContactGroup, in snapshot: ContactsSnapshot, matching query: String) -> [Contact]
}

/// The people that belong on a screen, or in a section of one.
public enum ContactGroup: Sendable, Hashable, CaseIterable {
    /// The account's contacts, by name.
    case connected
    /// Who wait for the account's answer, by name.
    case requestsReceived
    /// Whose answer the account waits for, by name.
    case requestsSent
    /// With whom a chat can be started: the contacts, by name.
    case chatPartners
    /// Who can be invited: known people who were not asked yet, by name.
    case invitationCandidates
    /// With whom something can be shared: the contacts, favorites first, each part by name.
    case shareRecipients
}

extension ContactsUseCase {
    /// The people of a group with the origin of the answer, for screens that show one group once.
    public func people(
        _ group: ContactGroup, matching query: String = "", _ policy: FetchPolicy = .cacheFirst
    ) async throws(ContactsError) -> CachedValue<[Contact]> {
        try await contacts(policy).map { people(group, in: $0, matching: query) }
    }

    /// Accepts a request that was received.
    public func accept(_ id: Contact.ID) async throws(ContactsError) { try await perform(.accept(id)) }

    /// Declines a request that was received.
    public func decline(_ id: Contact.ID) async throws(ContactsError) { try await perform(.decline(id)) }

    /// Sends a request to a placeholder.
    public func send(_ id: Contact.ID) async throws(ContactsError) { try await perform(.send(id)) }

    /// Deletes a contact.
    public func delete(_ id: Contact.ID) async throws(ContactsError) { try await perform(.delete(id)) }
}

/// The use case over a repository.
public struct DefaultContactsUseCase: ContactsUseCase {
    private let repository: any ContactsRepository

    /// A use case that reads and changes through `repository`.
    public init(repository: any ContactsRepository) {
        self.repository = repository
    }

    /// All four lists, from the repository.
    public func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot> {
        try await repository.contacts(policy)
    }

    /// What the repository has cached.
    public func cached() -> CachedValue<ContactsSnapshot>? { repository.cached() }

    /// The repository's updates.
    public func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>> { repository.updates() }

    /// Makes the change in the repository.
    public func perform(_ change: ContactChange) async throws(ContactsError) { try await repository.perform(change) }

    /// The people of a group by the rules of ``ContactGroup``.
    public func people(_ group: ContactGroup, in snapshot: ContactsSnapshot, matching query: String) -> [Contact] {
        let found = list(group, in: snapshot).matching(query)
        return switch group {
        case .shareRecipients: found.filter(\.isFavorite) + found.filter { !$0.isFavorite }
        case .connected, .requestsReceived, .requestsSent, .chatPartners, .invitationCandidates: found
        }
    }

    private func list(_ group: ContactGroup, in snapshot: ContactsSnapshot) -> [Contact] {
        switch group {
        case .connected, .chatPartners, .shareRecipients: snapshot.contacts
        case .requestsReceived: snapshot.requestsReceived
        case .requestsSent: snapshot.requestsSent
        case .invitationCandidates: snapshot.placeholders
        }
    }
}

/// Stands in where no contacts module was registered: every call fails with ``ContactsError/notConfigured``.
struct UnconfiguredContactsUseCase: ContactsUseCase {
    func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot> {
        throw .notConfigured
    }

    func cached() -> CachedValue<ContactsSnapshot>? { nil }

    func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>> { AsyncStream { nil } }

    func perform(_ change: ContactChange) async throws(ContactsError) { throw .notConfigured }

    func people(_ group: ContactGroup, in snapshot: ContactsSnapshot, matching query: String) -> [Contact] { [] }
}
