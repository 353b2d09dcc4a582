extension LoadingCache {
    /// The values of many keys, each with its own result: one that fails leaves the others alone.
    ///
    /// Each key is read as ``result(for:policy:)`` reads it, all at the same time; with a ``BatchLoader`` behind the
    /// cache, what has to be loaded is loaded in one call.
    public func results(
        for keys: some Sequence<CacheKey<ID>>, policy: FetchPolicy = .cacheFirst
    ) async -> [CacheKey<ID>: Result<CachedValue<Value>, CacheError>] {
        await withTaskGroup(of: (CacheKey<ID>, Result<CachedValue<Value>, CacheError>).self) { group in
            for key in Set(keys) {
                group.addTask {
                    do throws(CacheError) {
                        return (key, .success(try await self.result(for: key, policy: policy)))
                    } catch {
                        return (key, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
