import CombineShim

/// An error with a name.
struct Failed: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String = "failed") {
        self.description = description
    }
}

/// A subscriber that writes down what it receives, and asks for what the test says.
final class Probe<Input, Failure: Error>: Subscriber {
    private(set) var events: [String] = []
    private(set) var subscription: (any Subscription)?
    private let initialDemand: Subscribers.Demand
    private let onSubscription: ((any Subscription) -> Void)?
    private let onValue: (Input) -> Subscribers.Demand

    init(
        _ initialDemand: Subscribers.Demand = .unlimited,
        onSubscription: ((any Subscription) -> Void)? = nil,
        onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none }
    ) {
        self.initialDemand = initialDemand
        self.onSubscription = onSubscription
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        events.append("subscription \(subscription)")
        self.subscription = subscription
        onSubscription?(subscription)
        if initialDemand != .none {
            subscription.request(initialDemand)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.append("\(input)")
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        subscription = nil
        switch completion {
        case .finished: events.append("finished")
        case .failure(let error): events.append("failure \(error)")
        }
    }

    func request(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    func cancel() {
        let current = subscription
        subscription = nil
        current?.cancel()
    }

    /// The events without the subscription.
    var received: [String] {
        events.filter { !$0.hasPrefix("subscription") }
    }
}

/// A subscription that writes down what is asked of it.
final class Log: Subscription, CustomStringConvertible {
    private(set) var calls: [String] = []
    var onRequest: ((Subscribers.Demand) -> Void)?
    var onCancel: (() -> Void)?

    var description: String { "Log" }

    func request(_ demand: Subscribers.Demand) {
        calls.append("request \(demand)")
        onRequest?(demand)
    }

    func cancel() {
        calls.append("cancel")
        onCancel?()
    }
}

/// A publisher that sends what the test says, whether or not it was asked for.
final class Source<Output, Failure: Error>: Publisher {
    let log = Log()
    private let sendsSubscription: Bool
    private var subscriber: AnySubscriber<Output, Failure>?
    private(set) var subscriptions = 0

    init(sendsSubscription: Bool = true) {
        self.sendsSubscription = sendsSubscription
    }

    func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        subscriptions += 1
        self.subscriber = AnySubscriber(subscriber)
        if sendsSubscription {
            subscriber.receive(subscription: log)
        }
    }

    @discardableResult
    func send(_ value: Output) -> Subscribers.Demand {
        subscriber?.receive(value) ?? .none
    }

    func send(completion: Subscribers.Completion<Failure>) {
        subscriber?.receive(completion: completion)
    }

    func send(subscription: any Subscription) {
        subscriber?.receive(subscription: subscription)
    }
}
