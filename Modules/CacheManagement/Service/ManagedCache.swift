/// A cache that ``CacheManagementService`` can clear.
public protocol ManagedCache: Sendable {
    /// The cache's name, in reports and errors.
    var name: String { get }
    /// Forgets everything of one scope: memory, disk and what is on its way.
    func clear(_ scope: CacheScope) async throws(CacheError)
    /// Forgets everything.
    func clearAll() async throws(CacheError)
}
