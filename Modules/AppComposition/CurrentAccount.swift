import CacheManagement
import DependencyContainer
import ModuleSupport
import Networking

/// Who is signed in: the one place that cache scopes and requests ask. `nil` after a logout.
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

/// Signs each request with the account that is current when it is sent (RFC 6750).
struct AccountMiddleware: NetworkMiddleware {
    let account: CurrentAccount

    func intercept(
        _ request: NetworkRequest, next: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        guard let name = account.value else { return try await next(request) }
        var request = request
        request.headers["Authorization"] = "Bearer \(name)"
        return try await next(request)
    }
}
