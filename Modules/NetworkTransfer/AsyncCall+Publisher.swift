package import CombineShim

/// An asynchronous call as a publisher: the bridge that all publishers of this package go through.
///
/// The call starts anew for each subscriber, in a task of its own. Its result is kept until the subscriber asks for a
/// value; an error does not wait. Cancelling the subscription cancels the task, and so the request that it makes. The
/// result is delivered from wherever the call ends: put `receive(on: DispatchQueue.main)` before a sink that belongs
/// to the main actor.
package func asyncPublisher<Value: Sendable, Failure: Error>(
    _ call: @escaping @Sendable () async throws(Failure) -> Value
) -> AnyPublisher<Value, Failure> {
    Deferred { () -> AnyPublisher<Value, Failure> in
        var task: Task<Void, Never>?
        // A future runs its closure at once, so the task is there when the handler below is made.
        let future = Future<Value, Failure> { promise in
            // Only the task calls it, once.
            nonisolated(unsafe) let promise = promise
            task = Task {
                do throws(Failure) {
                    promise(.success(try await call()))
                } catch {
                    promise(.failure(error))
                }
            }
        }
        return future.handleEvents(receiveCancel: { [task] in task?.cancel() }).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
}
