public import CacheManagement
public import CombineShim
import NetworkTransfer

/// The calls of ``TodoUseCase`` as publishers: each does what the call of the same name does, anew for each subscriber.
///
/// Values come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
extension TodoUseCase {
    /// The todos that are cached, now and after every change, in whatever account is current. That nothing is cached any
    /// more does not show; ``updatesPublisher`` tells.
    public var todosPublisher: AnyPublisher<[Todo], Never> {
        updatesPublisher.compactMap(\.value).eraseToAnyPublisher()
    }

    /// ``updates()`` as a publisher: one observation per subscriber, the newest update for a slow one.
    public var updatesPublisher: AnyPublisher<CacheUpdate<[Todo]>, Never> {
        StreamPublisher { self.updates() }.eraseToAnyPublisher()
    }

    /// ``todos(_:)`` as a publisher; cancelling the subscription cancels the call.
    public func todosPublisher(_ policy: FetchPolicy) -> AnyPublisher<CachedValue<[Todo]>, TodoError> {
        asyncPublisher { () async throws(TodoError) in try await self.todos(policy) }
    }

    /// ``setDone(_:id:)`` as a publisher; cancelling the subscription takes the change back.
    public func setDonePublisher(_ isDone: Bool, id: Todo.ID) -> AnyPublisher<Todo, TodoError> {
        asyncPublisher { () async throws(TodoError) in try await self.setDone(isDone, id: id) }
    }
}
