#if !canImport(Combine)
/// What an operator knows of its upstream.
enum SubscriptionStatus {
    case awaitingSubscription
    case subscribed(any Subscription)
    /// The upstream has completed, and the completion is on its way through a scheduler.
    case pendingTerminal(any Subscription)
    case terminal

    /// The upstream's subscription, while it may still be used.
    var subscription: (any Subscription)? {
        switch self {
        case .subscribed(let subscription), .pendingTerminal(let subscription): subscription
        case .awaitingSubscription, .terminal: nil
        }
    }
}
#endif
