#if !canImport(Combine)
extension Subscribers {
    /// A subscriber that writes each value to a property. It holds the object until the stream ends or it is
    /// cancelled.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
        CustomPlaygroundDisplayConvertible
    {
        /// Only a stream that cannot fail can be assigned.
        public typealias Failure = Never

        /// The object; `nil` once this has ended.
        public private(set) var object: Root?
        /// The property.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        private let lock = Lock()
        private var status = SubscriptionStatus.awaitingSubscription

        /// Writes to `keyPath` of `object`.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.object = object
            self.keyPath = keyPath
        }

        /// Names the type of the object.
        public var description: String { "Assign \(Root.self)." }

        /// Shows the object, the property and the state of the subscription.
        public var customMirror: Mirror {
            lock.withLock {
                let children: [Mirror.Child] = [
                    ("object", object as Any), ("keyPath", keyPath), ("status", status as Any),
                ]
                return Mirror(self, children: children)
            }
        }

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

        /// Writes `value`.
        public func receive(_ value: Input) -> Subscribers.Demand {
            let target: Root? = lock.withLock {
                if case .subscribed = status { object } else { nil }
            }
            target?[keyPath: keyPath] = value
            return .none
        }

        /// Releases the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            _ = end()
        }

        /// Cancels the subscription and releases the object.
        public func cancel() {
            end()?.cancel()
        }

        private func end() -> (any Subscription)? {
            lock.lock()
            guard case .subscribed(let subscription) = status else {
                lock.unlock()
                return nil
            }
            status = .terminal
            let released = object.take()
            lock.unlock()
            return withExtendedLifetime(released) { subscription }
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to `keyPath` of `object`, which is held until the stream ends or the result is cancelled or
    /// released.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(subscriber)
        return AnyCancellable(subscriber)
    }
}
#endif
