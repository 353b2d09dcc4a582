public import CacheManagement
public import Observation

/// The screen that starts a chat: contacts to pick from, and who was picked.
///
/// Who was picked stays picked through searches and refreshes, and is dropped when they vanish from the contacts.
@MainActor
@Observable
public final class ChatCreationViewModel {
    /// Narrows partners to the names that match; who is picked does not depend on it.
    public var query = ""

    private let observed: ObservedContacts
    private var selection = ContactSelection()

    /// A screen over `useCase` that shows what is cached at once.
    public init(useCase: any ContactsUseCase) {
        observed = ObservedContacts(useCase)
    }

    /// With whom a chat can be started and who matches ``query``, by name.
    public var partners: ViewState<[Contact]> { observed.people(.chatPartners, matching: query) }

    /// Who is picked, in the order in which they were.
    public var selected: [Contact] { selection.contacts(among: everybody) }

    /// Whether there is anybody to chat with.
    public var canCreateChat: Bool { !selected.isEmpty }

    /// Whether this person is picked.
    public func isSelected(_ id: Contact.ID) -> Bool { selection.contains(id) }

    /// Picks a person, or takes them back. Nothing happens when they cannot be picked.
    public func toggle(_ id: Contact.ID) {
        guard everybody.contains(where: { $0.id == id }) else { return }
        selection.toggle(id)
    }

    /// Loads what is missing and follows every change, until the caller's task is cancelled.
    public func observe() async {
        await observed.observe { [self] in selection.keep(everybody) }
    }

    /// Loads anew, whatever is cached.
    public func refresh() async { await observed.refresh() }

    private var everybody: [Contact] { observed.people(.chatPartners).value ?? [] }
}
