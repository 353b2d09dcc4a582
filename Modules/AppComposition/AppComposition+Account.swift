public import CacheManagement
import DependencyContainer
import Networking

extension AppComposition {
    /// The name of the account that is signed in, or `nil`.
    public var currentAccount: String? {
        account.value
    }

    /// Signs another account in. When this returns, nothing of the former one can be read: not from memory, not from
    /// disk, and not from a response that arrives late.
    ///
    /// - Throws: ``CacheManagement/CacheClearError`` that names the caches that could not be cleared. The new account
    ///   is current all the same, and its keys never lead to the former one's data.
    public func switchAccount(to account: AppAccount) async throws(CacheClearError) {
        try await change(to: account)
    }

    /// Signs the account out, with the same guarantees as ``switchAccount(to:)``.
    public func logOut() async throws(CacheClearError) {
        try await change(to: nil)
    }

    private func change(to new: AppAccount?) async throws(CacheClearError) {
        // The credential first: no request that is meant for the new account may carry the old one. Then the keys, so
        // that whatever is loaded from now on is kept apart. Then the old data goes.
        if let credential = new?.credential {
            authentication.signIn(credential)
        } else {
            authentication.signOut()
        }
        let old = account.change(to: new?.name)
        guard old != new?.name else { return }
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
