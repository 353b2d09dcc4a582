import CacheManagement
import DependencyContainer
import ModuleSupport

/// Who is signed in: the one place that cache scopes ask. `nil` after a logout.
final class CurrentAccount: Sendable {
    /// The scope of a signed-out app. No account can have this name, since a name is never empty.
    private static let nobody = ""

    private let name: Locked<String?>

    init(_ name: String?) {
        self.name = Locked(name)
    }

    var value: String? {
        name.withLock { $0 }
    }

    /// Changes the account and returns the one before.
    func change(to new: String?) -> String? {
        name.withLock { name in
            defer { name = new }
            return name
        }
    }

    /// The scope that a module's cached data belongs to now.
    func scope(of module: ModuleID, on dataSwitch: DataSwitch) -> CacheScope {
        Self.scope(account: value, dataSource: dataSwitch.source(for: module))
    }

    static func scope(account: String?, dataSource: DataSource) -> CacheScope {
        CacheScope(account: account ?? nobody, dataSource: dataSource.rawValue)
    }
}
