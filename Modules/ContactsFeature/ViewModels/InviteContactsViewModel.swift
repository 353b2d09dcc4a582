public import CacheManagement
public import Observation

/// The screen that invites people: those who can be invited, and those who were.
@MainActor
@Observable
public final class InviteContactsViewModel {
    /// Narrows both lists to the names that match.
    public var query = ""

    private let observed: ObservedContacts

    /// A screen over `useCase` that shows what is cached at once.
    public init(useCase: any ContactsUseCase) {
        observed = ObservedContacts(useCase)
    }

    /// Who can be invited and matches ``query``, by name.
    public var candidates: ViewState<[Contact]> { observed.people(.invitationCandidates, matching: query) }

    /// Who was invited, has not answered and matches ``query``, by name.
    public var invited: [Contact] { observed.people(.requestsSent, matching: query).value ?? [] }

    /// Why the last invitation failed; set it to `nil` when the user has seen it.
    public var changeError: ContactsError? {
        get { observed.changeError }
        set { observed.changeError = newValue }
    }

    /// Whether an invitation of this person is on its way.
    public func isInviting(_ id: Contact.ID) -> Bool { observed.changing.contains(id) }

    /// Loads what is missing and follows every change, until the caller's task is cancelled.
    public func observe() async { await observed.observe() }

    /// Loads anew, whatever is cached.
    public func refresh() async { await observed.refresh() }

    /// Sends a request to a candidate, who moves to ``invited`` at once.
    public func invite(_ id: Contact.ID) async { await observed.perform(.send(id)) }
}
