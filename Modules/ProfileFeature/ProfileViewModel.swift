public import CacheManagement
public import Observation

/// The state of a screen that shows the profile and edits it.
@MainActor
@Observable
public final class ProfileViewModel {
    /// Why the last edit failed; set it to `nil` when the user has seen it.
    public var editError: ProfileError?

    private var runningEdits = 0
    private let useCase: any ProfileUseCase
    private let observed: ObservedValue<UserProfile, ProfileError>

    /// A screen over `useCase` that shows what is cached at once.
    public init(useCase: any ProfileUseCase) {
        self.useCase = useCase
        observed = ObservedValue(
            .init(
                cached: { useCase.cached() },
                load: { (policy) throws(ProfileError) in try await useCase.profile(policy) },
                updates: { useCase.updates() }))
    }

    /// The profile.
    public var profile: ViewState<UserProfile> { observed.state }

    /// Whether an edit is on its way; it is shown already.
    public var isSaving: Bool { runningEdits > 0 }

    /// Loads the profile unless it is fresh, and follows its changes until the caller's task is cancelled.
    public func observe() async { await observed.observe() }

    /// Loads anew, whatever is cached; what is shown stays meanwhile, and stays if that fails.
    public func refresh() async { await observed.load(.networkOnly) }

    /// Changes the profile: it shows at once and is taken back if the server does not accept it. Whether it did; if
    /// not, ``editError`` says why.
    @discardableResult
    public func save(_ edit: UserProfileEdit) async -> Bool {
        runningEdits += 1
        defer { runningEdits -= 1 }
        editError = nil
        do throws(ProfileError) {
            let profile = try await useCase.update(edit)
            observed.look(else: CachedValue(profile, source: .network))
            return true
        } catch .cancelled {
            return false
        } catch {
            editError = error
            return false
        }
    }
}
