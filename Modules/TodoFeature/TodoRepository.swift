public import CacheManagement

/// The single source of truth for the todos of whatever account is current when a method is called.
///
/// Implementations are safe to use from any thread or actor. Every asynchronous method ends at once with
/// ``TodoError/cancelled`` when the caller's task is cancelled, and with ``TodoError/cleared`` when the account changes
/// while it runs.
public protocol TodoRepository: Sendable {
    /// The todos with their origin: stored, or loaded as `policy` says.
    ///
    /// When loading fails, the stored ones stand in, marked stale and with the error.
    func todos(_ policy: FetchPolicy) async throws(TodoError) -> CachedValue<[Todo]>

    /// What is stored, stale or not; `nil` when nothing is. For a screen's first frame: it neither waits nor loads.
    /// Stale here means past its time; whether it was invalidated, ``todos(_:)`` knows.
    func cached() -> CachedValue<[Todo]>?

    /// The todos from now on, beginning with what is stored: the newest only, for a slow reader.
    ///
    /// When the account changes, the stream says ``CacheManagement/CacheUpdate/cleared`` and goes on with the new
    /// account. It ends when its task is cancelled or it is dropped.
    func updates() -> AsyncStream<CacheUpdate<[Todo]>>

    /// Sets whether a todo is done: it shows at once, is sent, and is taken back if that fails. Gives the todo as the
    /// server has it now. A cancelled change is taken back here; whether the server has made it, the next load shows.
    func setDone(_ isDone: Bool, id: Todo.ID) async throws(TodoError) -> Todo

    /// Marks what is stored as stale: the next read loads. A load that is under way does not make it fresh again.
    func invalidate() async
}
