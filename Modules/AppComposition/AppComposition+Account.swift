public import CacheManagement
import DependencyContainer
import ModuleSupport

extension AppComposition {
    /// Who is signed in, or `nil`.
    public var currentAccount: String? {
        account.value
    }

    /// Signs another account in. When this returns, nothing of the former one can be read: not from memory, not from
    /// disk, and not from a response that arrives late.
    ///
    /// - Throws: ``CacheManagement/CacheClearError`` that names the caches that could not be cleared. The new account
    ///   is current all the same, and its keys never lead to the former one's data.
    public func switchAccount(to name: String) async throws(CacheClearError) {
        try await change(to: name)
    }

    /// Signs the account out, with the same guarantees as ``switchAccount(to:)``.
    public func logOut() async throws(CacheClearError) {
        try await change(to: nil)
    }

    private func change(to new: String?) async throws(CacheClearError) {
        // First the new account, so that whatever is loaded from now on is kept under its keys; then the old data goes.
        let old = account.change(to: new)
        guard old != new else { return }
        var failures: [CacheClearError.Failure] = []
        for source in DataSource.allCases {
            do throws(CacheClearError) {
                try await caches.clear(CurrentAccount.scope(account: old, dataSource: source))
            } catch {
                failures += error.failures
            }
        }
        if !failures.isEmpty { throw CacheClearError(failures: failures) }
    }
}
