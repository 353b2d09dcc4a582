#if !canImport(Combine)
extension Publishers {
    /// A publisher of the elements of a sequence.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The elements.
        public typealias Output = Elements.Element

        /// The sequence.
        public let sequence: Elements

        /// Publishes the elements of `sequence`.
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Attaches `subscriber`, which gets as many elements as it asks for.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            PlaybackSubscription.start(sequence, completion: .finished, idleName: "Sequence", subscriber)
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
    /// A publisher of the elements.
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

/// Delivers the elements of a sequence as they are asked for, then completes.
final class PlaybackSubscription<Elements: Sequence, Downstream: Subscriber>: Subscription, Described
where Downstream.Input == Elements.Element {
    private let completion: Subscribers.Completion<Downstream.Failure>
    /// What this is called once it has ended; before, it is called what its sequence is called.
    private let idleName: String
    private let lock = Lock()
    private var sequence: Elements?
    private var iterator: Elements.Iterator
    private var next: Elements.Element?
    private var downstream: Downstream?
    private var demand = Subscribers.Demand.none
    /// A request from inside `receive(_:)` only adds to the demand; the loop that is running serves it.
    private var isDelivering = false

    /// Hands `downstream` a subscription to `elements`; without any, the completion follows at once.
    static func start(
        _ elements: Elements, completion: Subscribers.Completion<Downstream.Failure>, idleName: String,
        _ downstream: Downstream
    ) {
        let subscription = PlaybackSubscription(elements, completion, idleName, downstream)
        if subscription.next == nil {
            downstream.receive(subscription: Subscriptions.empty)
            downstream.receive(completion: completion)
        } else {
            downstream.receive(subscription: subscription)
        }
    }

    private init(
        _ elements: Elements, _ completion: Subscribers.Completion<Downstream.Failure>, _ idleName: String,
        _ downstream: Downstream
    ) {
        self.completion = completion
        self.idleName = idleName
        self.downstream = downstream
        sequence = elements
        iterator = elements.makeIterator()
        next = iterator.next()
    }

    var description: String {
        lock.withLock { sequence }.map(String.init(describing:)) ?? idleName
    }

    var mirrorChildren: [Mirror.Child] {
        let shown: Any = lock.withLock { sequence } ?? [Elements.Element]()
        return Elements.self == [Downstream.Input].self && idleName != "Sequence"
            ? [("sequence", shown), ("completion", completion)] : [("sequence", shown)]
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        self.demand += demand
        guard !isDelivering else {
            lock.unlock()
            return
        }
        isDelivering = true
        while let downstream, self.demand != .none, let element = next {
            self.demand -= 1
            next = iterator.next()
            lock.unlock()
            let more = downstream.receive(element)
            lock.lock()
            self.demand += more
            if next == nil, self.downstream != nil {
                let ended = end()
                lock.unlock()
                ended?.receive(completion: completion)
                return
            }
        }
        isDelivering = false
        lock.unlock()
    }

    func cancel() {
        lock.lock()
        let released = end()
        lock.unlock()
        withExtendedLifetime(released) {}
    }

    /// Under the lock: forgets the subscriber and the sequence.
    private func end() -> Downstream? {
        sequence = nil
        return downstream.take()
    }
}
#endif
