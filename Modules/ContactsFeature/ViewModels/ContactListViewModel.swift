public import CacheManagement
public import Observation

/// The contact list: contacts, and the requests in both directions.
///
/// ```swift
/// List { ForEach(model.contacts.value ?? []) { ContactRow($0) } }
///     .task { await model.observe() }
/// ```
@MainActor
@Observable
public final class ContactListViewModel {
    /// Narrows every list to the names that match.
    public var query = ""

    private let observed: ObservedContacts

    /// A list over `useCase` that shows what is cached at once.
    public init(useCase: any ContactsUseCase) {
        observed = ObservedContacts(useCase)
    }

    /// The contacts that match ``query``, by name.
    public var contacts: ViewState<[Contact]> { observed.people(.connected, matching: query) }

    /// The requests to be answered that match ``query``, by name.
    public var requestsReceived: [Contact] { observed.people(.requestsReceived, matching: query).value ?? [] }

    /// The requests without an answer yet that match ``query``, by name.
    public var requestsSent: [Contact] { observed.people(.requestsSent, matching: query).value ?? [] }

    /// Why the last change failed; set it to `nil` when the user has seen it.
    public var changeError: ContactsError? {
        get { observed.changeError }
        set { observed.changeError = newValue }
    }

    /// Whether a change of this person is on its way.
    public func isChanging(_ id: Contact.ID) -> Bool { observed.changing.contains(id) }

    /// Loads what is missing and follows every change, until the caller's task is cancelled.
    public func observe() async { await observed.observe() }

    /// Loads anew, whatever is cached.
    public func refresh() async { await observed.refresh() }

    /// Accepts a request that was received.
    public func accept(_ id: Contact.ID) async { await observed.perform(.accept(id)) }

    /// Declines a request that was received.
    public func decline(_ id: Contact.ID) async { await observed.perform(.decline(id)) }

    /// Deletes a contact.
    public func delete(_ id: Contact.ID) async { await observed.perform(.delete(id)) }
}
