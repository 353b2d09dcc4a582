package import CombineShim
import ModuleSupport

/// A publisher of the elements of a stream, of which each subscriber gets one of its own.
///
/// An element is taken from the stream when the subscriber has asked for one, so what the stream does for a slow
/// reader, it does for a slow subscriber. The stream begins with the subscription and ends when that is cancelled.
/// Elements are delivered from a task, one after the other: put `receive(on: DispatchQueue.main)` before a sink that
/// belongs to the main actor.
package struct StreamPublisher<Output: Sendable>: Publisher {
    /// Streams do not fail.
    package typealias Failure = Never

    private let makeStream: @Sendable () -> AsyncStream<Output>

    /// A publisher of what `makeStream` makes for a subscriber.
    package init(_ makeStream: @escaping @Sendable () -> AsyncStream<Output>) {
        self.makeStream = makeStream
    }

    /// Attaches `subscriber`, and begins the stream before anything else can happen.
    package func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, S.Failure == Never {
        let subscription = StreamSubscription(makeStream(), for: AnySubscriber(subscriber))
        subscriber.receive(subscription: subscription)
    }
}

/// Takes elements from a stream as they are asked for.
///
/// Proof for `@unchecked Sendable`: everything mutable is in `state`; the subscriber is called by the one task only,
/// and a subscriber expects calls from any thread.
private final class StreamSubscription<Element: Sendable>: Subscription, CustomStringConvertible, @unchecked Sendable {
    private struct State: @unchecked Sendable {
        /// `nil` once all is over.
        var subscriber: AnySubscriber<Element, Never>?
        var stream: AsyncStream<Element>?
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        /// The task, while it waits for demand; the answer is whether to go on.
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let state: Locked<State>

    init(_ stream: AsyncStream<Element>, for subscriber: AnySubscriber<Element, Never>) {
        state = Locked(State(subscriber: subscriber, stream: stream))
    }

    var description: String { "Stream" }

    func request(_ demand: Subscribers.Demand) {
        let (stream, waiter) = state.withLock { state in
            guard state.subscriber != nil else { return (nil, nil) as Start }
            state.demand += demand
            defer {
                state.stream = nil
                state.waiter = nil
            }
            return (state.stream, state.waiter)
        }
        waiter?.resume(returning: takeDemand())
        guard let stream else { return }
        let task = Task { await run(stream) }
        let isOver = state.withLock { state in
            state.task = task
            return state.subscriber == nil
        }
        if isOver { task.cancel() }
    }

    private typealias Start = (AsyncStream<Element>?, CheckedContinuation<Bool, Never>?)

    func cancel() {
        // What is released here is released outside the lock.
        let released = state.withLock { state in
            let released = state
            state = State()
            return released
        }
        released.waiter?.resume(returning: false)
        released.task?.cancel()
    }

    private func run(_ stream: AsyncStream<Element>) async {
        var elements = stream.makeAsyncIterator()
        while await waitForDemand() {
            guard let element = await elements.next() else {
                end()
                return
            }
            guard let subscriber = state.withLock({ $0.subscriber }) else { return }
            let more = subscriber.receive(element)
            state.withLock { $0.demand += more }
        }
    }

    /// Whether there is a subscriber who wants an element; waits until one is wanted.
    private func waitForDemand() async -> Bool {
        if takeDemand() { return true }
        return await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.subscriber != nil, state.demand == .none else { return true }
                state.waiter = continuation
                return false
            }
            if isOver { continuation.resume(returning: takeDemand()) }
        }
    }

    private func takeDemand() -> Bool {
        state.withLock { state in
            guard state.subscriber != nil, state.demand != .none else { return false }
            state.demand -= 1
            return true
        }
    }

    private func end() {
        let subscriber = state.withLock { state in
            let subscriber = state.subscriber
            state = State()
            return subscriber
        }
        subscriber?.receive(completion: .finished)
    }
}
