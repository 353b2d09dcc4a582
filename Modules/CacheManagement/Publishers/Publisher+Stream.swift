public import CombineShim

extension Publisher where Output: Sendable, Failure == Never {
    /// The values of this publisher as an asynchronous stream with a buffer: the way from Combine to `for await`.
    ///
    /// It subscribes at once and asks for everything; leaving the loop, or cancelling its task, cancels the
    /// subscription. Use `.bufferingNewest(1)` for state, and `.unbounded` for signals of which none may be lost.
    /// `values` has no buffer: it loses what comes while nobody waits.
    public func stream(_ policy: AsyncStream<Output>.Continuation.BufferingPolicy) -> AsyncStream<Output> {
        AsyncStream(bufferingPolicy: policy) { continuation in
            // Cancelling is safe from any thread.
            nonisolated(unsafe) let cancellable = sink { _ in
                continuation.finish()
            } receiveValue: { value in
                continuation.yield(value)
            }
            continuation.onTermination = { _ in cancellable.cancel() }
        }
    }
}
