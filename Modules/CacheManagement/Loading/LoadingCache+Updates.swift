import ModuleSupport

extension LoadingCache {
    /// The values of `key` from now on, beginning with the one that is cached.
    ///
    /// Each call gives its own stream. A slow observer gets the newest value only: versions rise strictly, the last
    /// one delivered is the current one, and no update between the first value and the later ones is missed. When the
    /// scope is cleared or the value removed, that is told once, before any later value. Observing loads nothing; but
    /// while a key is observed its value stays, and an invalidation loads it anew. The stream ends when its task is
    /// cancelled or it is dropped.
    public func updates(for key: CacheKey<ID>) -> AsyncStream<CacheUpdate<Value>> {
        let observation = Observation(self, key, id: update { $0.observe(key, at: $1) })
        return AsyncStream { await observation.next() }
    }

    /// The registration of one observer; it ends with the stream that holds it.
    private final class Observation: Sendable {
        let cache: LoadingCache
        let key: CacheKey<ID>
        let id: ListenerID
        /// The value that was delivered last, if it is to be compared with the next one.
        private let last = Locked<Value?>(nil)

        init(_ cache: LoadingCache, _ key: CacheKey<ID>, id: ListenerID) {
            self.cache = cache
            self.key = key
            self.id = id
        }

        deinit { end() }

        /// The next update that is one: a value that equals the last one is none. Values are compared here, outside
        /// the cache's lock, and for observers only.
        func next() async -> CacheUpdate<Value>? {
            while let update = await take() {
                guard let areEqual = cache.areEqual else { return update }
                let last = last.withLock { last in
                    defer { last = update.value }
                    return last
                }
                guard let last, let value = update.value, areEqual(last, value) else { return update }
            }
            return nil
        }

        private func take() async -> CacheUpdate<Value>? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { listener in
                    cache.update { core, _ in
                        if Task.isCancelled {
                            core.emit(.deliver(listener, nil))
                        } else {
                            core.listen(key, id, listener)
                        }
                    }
                }
            } onCancel: {
                end()
            }
        }

        private func end() {
            cache.update { $0.stopObserving(key, id, at: $1) }
        }
    }
}
