#if !canImport(Combine)
/// What an iterator holds: leaving a loop releases it, and that cancels the subscription.
final class AsyncDemand<Input, Failure: Error> {
    let demander = AsyncDemander<Input, Failure>()

    init<P: Publisher>(_ publisher: P) where P.Output == Input, P.Failure == Failure {
        publisher.subscribe(demander)
    }

    deinit {
        demander.cancel()
    }
}

/// The subscriber of an asynchronous sequence: each call of `next()` asks for one value.
///
/// Proof for `@unchecked Sendable`: all state is guarded by `lock`; what is handed over through a continuation is not
/// touched here afterwards.
final class AsyncDemander<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private typealias Waiter = UnsafeContinuation<Result<Input?, Failure>, Never>

    private enum State {
        case awaitingSubscription(Subscribers.Demand)
        case subscribed(any Subscription)
        /// Over; the error is thrown by the next call, once.
        case over(Failure?)
    }

    private let lock = Lock()
    private var state = State.awaitingSubscription(.none)
    private var waiters = Fifo<Waiter>()

    func next() async -> Result<Input?, Failure> {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { wait($0) }
        } onCancel: {
            cancel()
        }
    }

    func receive(subscription: any Subscription) {
        lock.lock()
        guard case .awaitingSubscription(let demand) = state else {
            lock.unlock()
            subscription.cancel()
            return
        }
        state = .subscribed(subscription)
        lock.unlock()
        if demand != .none {
            subscription.request(demand)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = state else {
            // A value out of turn ends nothing, but whoever waits would wait for ever.
            let waiting = waiters.removeAll()
            lock.unlock()
            for waiter in waiting { resume(waiter, .success(nil)) }
            return .none
        }
        guard let waiter = waiters.popFirst() else {
            preconditionFailure("Received an output without requesting demand")
        }
        lock.unlock()
        resume(waiter, .success(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        var error: Failure?
        if case .failure(let failure) = completion { error = failure }
        end(error)
    }

    func cancel() {
        end(nil)?.cancel()
    }

    private func wait(_ waiter: Waiter) {
        lock.lock()
        switch state {
        case .awaitingSubscription(let demand):
            state = .awaitingSubscription(demand + 1)
            waiters.append(waiter)
            lock.unlock()
        case .subscribed(let subscription):
            waiters.append(waiter)
            lock.unlock()
            subscription.request(.max(1))
        case .over(let error):
            state = .over(nil)
            lock.unlock()
            resume(waiter, error.map { .failure($0) } ?? .success(nil))
        }
    }

    /// Ends the sequence: the first who waits gets the error, or else the next who asks.
    @discardableResult
    private func end(_ error: Failure?) -> (any Subscription)? {
        lock.lock()
        if case .over = state {
            lock.unlock()
            return nil
        }
        var subscription: (any Subscription)?
        if case .subscribed(let active) = state { subscription = active }
        let waiting = waiters.removeAll()
        state = .over(waiting.isEmpty ? error : nil)
        lock.unlock()
        for (index, waiter) in waiting.enumerated() {
            if index == 0, let error {
                resume(waiter, .failure(error))
            } else {
                resume(waiter, .success(nil))
            }
        }
        return subscription
    }

    private func resume(_ waiter: Waiter, _ result: Result<Input?, Failure>) {
        // Handed over: nobody here uses it again.
        nonisolated(unsafe) let result = result
        waiter.resume(returning: result)
    }
}
#endif
