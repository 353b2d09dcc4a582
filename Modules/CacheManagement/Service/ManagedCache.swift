/// A cache that ``CacheManagementService`` can clear.
public protocol ManagedCache: Sendable {
    /// The cache's name, in reports and errors.
    var name: String { get }
    /// Forgets everything of one scope: memory, disk and what is on its way.
    func clear(_ scope: CacheScope) async throws(CacheError)
    /// Forgets everything.
    func clearAll() async throws(CacheError)
    /// Ends the loads of one scope, so that none of them is stored, and leaves what is cached. A cache that loads
    /// nothing need not do anything.
    func dropLoads(in scope: CacheScope)
    /// What the cache holds and does; nothing but the name, if it does not tell.
    func inspect() -> CacheInspection
}

extension ManagedCache {
    /// Does nothing.
    public func dropLoads(in scope: CacheScope) {}
    /// Tells the name alone.
    public func inspect() -> CacheInspection { CacheInspection(name: name) }
}
