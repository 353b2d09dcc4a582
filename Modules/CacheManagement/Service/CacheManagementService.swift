import ModuleSupport

/// Knows every cache of the app, so that a logout or an account switch can clear them all.
///
/// Caches register where they are composed. Safe to use from any thread or actor.
public final class CacheManagementService: Sendable {
    private let caches = Locked<[any ManagedCache]>([])

    /// A service that knows no cache yet.
    public init() {}

    /// Adds a cache, which the service keeps.
    public func register(_ cache: any ManagedCache) {
        caches.withLock { $0.append(cache) }
    }

    /// The names of the registered caches, in order of registration.
    public var cacheNames: [String] {
        caches.withLock { $0 }.map(\.name)
    }

    /// What the caches hold and do, in order of registration. O(n) in their entries.
    public func inspect() -> [CacheInspection] {
        caches.withLock { $0 }.map { $0.inspect() }
    }

    /// Ends the loads of one scope in every cache, and leaves what is cached.
    ///
    /// Call it after a module's data source was switched: a load that was started before may have asked either source.
    /// Those that come later are refused by the caches' own check of the current scope.
    public func dropLoads(in scope: CacheScope) {
        for cache in caches.withLock({ $0 }) { cache.dropLoads(in: scope) }
    }

    /// Clears every cache, whatever one of them throws. Cancelling the caller does not stop it halfway.
    ///
    /// - Throws: ``CacheClearError`` that names the caches that failed; the others are clear.
    public func clearAllCaches() async throws(CacheClearError) {
        try await clear { cache throws(CacheError) in try await cache.clearAll() }
    }

    /// Clears one scope in every cache, whatever one of them throws; what logout and account switch call.
    ///
    /// - Throws: ``CacheClearError`` that names the caches that failed; the others are clear.
    public func clear(_ scope: CacheScope) async throws(CacheClearError) {
        try await clear { cache throws(CacheError) in try await cache.clear(scope) }
    }

    private func clear(
        _ body: @escaping @Sendable (any ManagedCache) async throws(CacheError) -> Void
    ) async throws(CacheClearError) {
        let caches = caches.withLock { $0 }
        // Not the caller's task: a logout goes through even if the screen that asked for it is gone.
        let work = Task {
            var failures: [CacheClearError.Failure] = []
            for cache in caches {
                do throws(CacheError) {
                    try await body(cache)
                } catch {
                    failures.append(.init(cache: cache.name, error: error))
                }
            }
            return failures
        }
        let failures = await work.value
        if !failures.isEmpty { throw CacheClearError(failures: failures) }
    }
}

/// Some caches could not be cleared.
public struct CacheClearError: Error, Sendable, CustomStringConvertible {
    /// A cache that could not be cleared, and why.
    public struct Failure: Sendable {
        /// The cache's name.
        public let cache: String
        /// What it threw.
        public let error: CacheError
    }

    /// The caches that could not be cleared, in order of registration.
    public let failures: [Failure]

    /// The error of a clearing that went through several steps.
    package init(failures: [Failure]) {
        self.failures = failures
    }

    /// One line that names them.
    public var description: String {
        "could not clear " + failures.map { "\($0.cache) (\($0.error))" }.joined(separator: ", ")
    }
}
