// error: crosses into main actor-isolated code
import CombineShim

@MainActor
final class Model: Subscriber {
    typealias Input = Int
    typealias Failure = Never
    func receive(subscription: any Subscription) {}
    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}
