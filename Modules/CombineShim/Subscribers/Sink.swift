#if !canImport(Combine)
extension Subscribers {
    /// A subscriber that asks for everything and runs closures. They are released when the stream ends or the sink
    /// is cancelled, and do not run after `cancel()` has returned.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
        CustomReflectable, CustomPlaygroundDisplayConvertible
    {
        private struct Closures {
            var receiveValue: (Input) -> Void
            var receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        }

        private let lock = Lock()
        private var status = SubscriptionStatus.awaitingSubscription
        private var closures: Closures?

        /// Runs `receiveValue` for each value and `receiveCompletion` at the end.
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            closures = Closures(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        }

        /// What runs for each value; does nothing once the sink has ended.
        public var receiveValue: (Input) -> Void {
            lock.withLock { closures }?.receiveValue ?? { _ in }
        }

        /// What runs at the end; does nothing once the sink has ended.
        public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
            lock.withLock { closures }?.receiveCompletion ?? { _ in }
        }

        /// `Sink`.
        public var description: String { "Sink" }

        /// Shows no children.
        public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

        /// The description.
        public var playgroundDescription: Any { description }

        /// Asks for everything; a second subscription is cancelled.
        public func receive(subscription: any Subscription) {
            lock.lock()
            guard case .awaitingSubscription = status else {
                lock.unlock()
                subscription.cancel()
                return
            }
            status = .subscribed(subscription)
            lock.unlock()
            subscription.request(.unlimited)
        }

        /// Runs the closure for `value`.
        public func receive(_ value: Input) -> Subscribers.Demand {
            lock.withLock { closures }?.receiveValue(value)
            return .none
        }

        /// Runs the closure for the end and releases both.
        public func receive(completion: Subscribers.Completion<Failure>) {
            lock.withLock {
                status = .terminal
                return closures.take()
            }?.receiveCompletion(completion)
        }

        /// Cancels the subscription and releases the closures.
        public func cancel() {
            lock.lock()
            guard case .subscribed(let subscription) = status else {
                lock.unlock()
                return
            }
            status = .terminal
            let released = closures.take()
            lock.unlock()
            withExtendedLifetime(released) {
                subscription.cancel()
            }
        }
    }
}

extension Publisher {
    /// Runs closures for the values and the end. Cancelling the result, or releasing it, stops that.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Runs a closure for the values. Cancelling the result, or releasing it, stops that.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
#endif
