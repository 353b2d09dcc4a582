import ModuleSupport

/// How one read gives first what is cached, and then what is loaded.
public enum FetchSequencePolicy: Sendable, Hashable {
    /// The cached value, if there is one, stale or not; then the value as it is loaded.
    case cacheAndNetwork
    /// The cached value, if there is one; then, unless that was fresh, the value as it is loaded.
    case cacheThenNetworkIfStale
}

extension LoadingCache {
    /// The value of `key` in up to two states, first the cached one and then the loaded one, as `policy` says.
    ///
    /// The load starts when the second state is asked for, and is shared with other readers. A failure to load is the
    /// last element. The stream ends early if its task is cancelled.
    public func results(
        for key: CacheKey<ID>, policy: FetchSequencePolicy
    ) -> AsyncStream<Result<CachedValue<Value>, CacheError>> {
        let sequence = Locked(FetchSequence())
        return AsyncStream {
            if sequence.withLock({ $0.takesCached() }), let cached = self.cachedValue(for: key) {
                if policy == .cacheThenNetworkIfStale, !cached.isStale { sequence.withLock { $0.end() } }
                return .success(cached)
            }
            guard sequence.withLock({ $0.takesLoaded() }) else { return nil }
            do throws(CacheError) {
                return .success(try await self.result(for: key, policy: .networkOnly))
            } catch {
                if case .cancelled = error { return nil }
                return .failure(error)
            }
        }
    }
}

/// What a read in several states gives next.
private struct FetchSequence {
    private var givesCached = true
    private var givesLoaded = true

    mutating func takesCached() -> Bool {
        defer { givesCached = false }
        return givesCached
    }

    mutating func takesLoaded() -> Bool {
        defer { givesLoaded = false }
        return givesLoaded
    }

    mutating func end() { givesLoaded = false }
}
