import CacheManagement
import Observation

/// The contacts as one screen sees them: what all contact view models have in common.
///
/// The state is always made from what is cached at that moment; loads and updates only say when to look. So whatever
/// order they arrive in, a screen never goes back to an older value.
@MainActor
@Observable
final class ObservedContacts {
    private(set) var state: ViewState<ContactsSnapshot>
    /// Why the last change failed, until the next one or until it is dismissed.
    var changeError: ContactsError?
    /// Whom changes are under way for.
    private(set) var changing: Set<Contact.ID> = []

    @ObservationIgnored let useCase: any ContactsUseCase
    @ObservationIgnored private var runningLoads = 0

    /// Shows what is cached at once.
    init(_ useCase: any ContactsUseCase) {
        self.useCase = useCase
        state = ViewState(useCase.cached())
    }

    /// Loads what is missing or stale, and follows every update, until the caller's task is cancelled. `onChange` is
    /// called when other people are there than before.
    func observe(onChange: () -> Void = {}) async {
        // Since the screen was last seen, the account may have changed.
        look()
        if state.value != nil { onChange() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.load() }
            for await update in useCase.updates() {
                switch update {
                case .value: look()
                // Removed for want of room: it is still good to look at.
                case .removed: continue
                case .cleared:
                    look()
                    group.addTask { await self.load() }
                }
                onChange()
            }
        }
    }

    /// Loads the contacts as `policy` says; a failure shows in the state, beside what was there before.
    func load(_ policy: FetchPolicy = .cacheFirst) async {
        runningLoads += 1
        state.start()
        let result: Result<CachedValue<ContactsSnapshot>, ContactsError>
        do throws(ContactsError) {
            result = .success(try await useCase.contacts(policy))
        } catch {
            result = .failure(error)
        }
        runningLoads -= 1
        finish(result)
    }

    private func finish(_ result: Result<CachedValue<ContactsSnapshot>, ContactsError>) {
        switch result {
        case .success(let loaded):
            var shown = useCase.cached() ?? loaded
            shown.error = loaded.error
            state.show(shown, isRefreshing: runningLoads > 0)
        case .failure(.cancelled): if runningLoads == 0 { state.stop() }
        case .failure(.cleared): look()
        case .failure(let error): state.fail(error)
        }
    }

    /// Shows what is cached now.
    private func look() {
        state = ViewState(useCase.cached())
        if runningLoads > 0 { state.start() }
    }

    /// Makes a change, once for each person at a time; a failure shows in ``changeError``.
    func perform(_ change: ContactChange) async {
        guard changing.insert(change.contactID).inserted else { return }
        defer { changing.remove(change.contactID) }
        changeError = nil
        do throws(ContactsError) {
            try await useCase.perform(change)
        } catch .cancelled {
        } catch {
            changeError = error
        }
    }

    /// The people of a group whose names match, in the same state.
    func people(_ group: ContactGroup, matching query: String = "") -> ViewState<[Contact]> {
        state.map { useCase.people(group, in: $0, matching: query) }
    }
}
