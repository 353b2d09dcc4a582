import Observation

/// A cached value as one screen sees it: what the view models have in common.
///
/// The state is always made from what is cached at that moment; loads and updates only say when to look. So whatever
/// order they arrive in, a screen never goes back to an older value, and never shows a spinner over one.
@MainActor
@Observable
package final class ObservedValue<Value: Sendable, Failure: InterruptibleError> {
    package private(set) var state: ViewState<Value>

    @ObservationIgnored private let source: Source
    @ObservationIgnored private var runningLoads = 0
    /// Why the last load failed, until another one begins or a fresh value arrives.
    @ObservationIgnored private var failure: (any Error)?
    /// Whether what is shown was given by the opener of the screen, and is nobody's cached value.
    @ObservationIgnored private var showsPreview = false

    /// Where the value comes from, in whatever scope is current at each call.
    package struct Source {
        let cached: () -> CachedValue<Value>?
        let load: (FetchPolicy) async throws(Failure) -> CachedValue<Value>
        let updates: () -> AsyncStream<CacheUpdate<Value>>

        package init(
            cached: @escaping () -> CachedValue<Value>?,
            load: @escaping (FetchPolicy) async throws(Failure) -> CachedValue<Value>,
            updates: @escaping () -> AsyncStream<CacheUpdate<Value>>
        ) {
            self.cached = cached
            self.load = load
            self.updates = updates
        }
    }

    /// Shows what is cached at once, and `preview` when nothing is.
    package init(_ source: Source, preview: Value? = nil) {
        self.source = source
        state = ViewState(source.cached())
        if state.value == nil, let preview {
            state = .loaded(preview, isStale: true)
            showsPreview = true
        }
    }

    /// Loads what is missing or stale, and follows every update, until the caller's task is cancelled. `onChange` is
    /// called after each change of what is shown.
    package func observe(onChange: @escaping @MainActor () -> Void = {}) async {
        // Since the screen was last seen, the account may have changed: what it showed then must not show again.
        if !showsPreview || source.cached() != nil { look() }
        await withDiscardingTaskGroup { group in
            let load: @MainActor @Sendable () async -> Void = {
                await self.load(.cacheFirst)
                onChange()
            }
            let updates = source.updates()
            group.addTask { await load() }
            for await update in updates {
                switch update {
                case .value(let value, _): look(else: value)
                // Removed for want of room: it is still good to look at.
                case .removed: continue
                case .cleared:
                    failure = nil
                    look()
                    group.addTask { await load() }
                }
                onChange()
            }
        }
    }

    /// Loads the value as `policy` says; a failure shows in the state, beside what was there before.
    package func load(_ policy: FetchPolicy) async {
        runningLoads += 1
        failure = nil
        state.start()
        let result: Result<CachedValue<Value>, Failure>
        do throws(Failure) {
            result = .success(try await source.load(policy))
        } catch {
            result = .failure(error)
        }
        runningLoads -= 1
        finish(result)
    }

    /// Shows what is cached now, or else `other`: an update or the answer to a change, where nothing is cached.
    package func look(else other: CachedValue<Value>? = nil) {
        let shown = source.cached() ?? other
        state = ViewState(shown)
        showsPreview = false
        if runningLoads > 0 {
            state.start()
        } else if let failure, shown?.isStale != false {
            // The update was on its way before the load failed, or brings nothing newer.
            state.fail(failure)
        }
    }

    private func finish(_ result: Result<CachedValue<Value>, Failure>) {
        switch result {
        case .success(let loaded):
            var shown = source.cached() ?? loaded
            shown.error = loaded.error
            failure = loaded.error
            showsPreview = false
            state.show(shown, isRefreshing: runningLoads > 0)
        case .failure(let error):
            switch error.interruption {
            case .cancelled: if runningLoads == 0 { state.stop() }
            case .cleared: look()
            case nil:
                failure = error
                state.fail(error)
            }
        }
    }
}

/// A module's error that may stand for a call that was cut short, which no screen shows as a failure.
package protocol InterruptibleError: Error {
    /// Why the call was cut short; `nil` when it failed.
    var interruption: LoadInterruption? { get }
}

/// Why a call was cut short.
package enum LoadInterruption: Sendable {
    /// The caller's task was cancelled.
    case cancelled
    /// The scope was cleared, or is no longer the current one.
    case cleared
}
