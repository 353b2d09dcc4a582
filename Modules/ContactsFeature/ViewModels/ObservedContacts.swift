import CacheManagement
import Observation

/// The contacts as one screen sees them, and the changes it makes: what all contact view models have in common.
@MainActor
@Observable
final class ObservedContacts {
    /// Why the last change failed, until the next one or until it is dismissed.
    var changeError: ContactsError?
    /// Whom changes are under way for.
    private(set) var changing: Set<Contact.ID> = []

    @ObservationIgnored private let useCase: any ContactsUseCase
    @ObservationIgnored private let snapshot: ObservedValue<ContactsSnapshot, ContactsError>

    /// Shows what is cached at once.
    init(_ useCase: any ContactsUseCase) {
        self.useCase = useCase
        snapshot = ObservedValue(
            .init(
                cached: { useCase.cached() },
                load: { policy throws(ContactsError) in try await useCase.contacts(policy) },
                updates: { useCase.updates() }))
    }

    /// The people of a group whose names match, in the state of the whole.
    func people(_ group: ContactGroup, matching query: String = "") -> ViewState<[Contact]> {
        snapshot.state.map { useCase.people(group, in: $0, matching: query) }
    }

    /// Loads what is missing and follows every update, until the caller's task is cancelled. `onChange` is called after
    /// each change of what is shown.
    func observe(onChange: @escaping @MainActor () -> Void = {}) async {
        await snapshot.observe(onChange: onChange)
    }

    /// Loads anew, whatever is cached; a failure shows in the state, beside what was there before.
    func refresh() async { await snapshot.load(.networkOnly) }

    /// Makes a change, one for each person at a time; a failure shows in ``changeError``.
    func perform(_ change: ContactChange) async {
        guard changing.insert(change.contactID).inserted else { return }
        defer { changing.remove(change.contactID) }
        changeError = nil
        do throws(ContactsError) {
            try await useCase.perform(change)
        } catch {
            // What was cut short is no failure to show.
            if error.interruption == nil { changeError = error }
        }
    }
}
