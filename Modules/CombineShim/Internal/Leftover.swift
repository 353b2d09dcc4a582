#if !canImport(Combine)
/// What an operator with several inputs still holds when it ends. It is taken under the lock and dealt with outside of
/// it, because cancelling runs foreign code, and so may the release of a value.
struct Leftover {
    let running: [any Subscription]
    /// Values that nobody will get.
    let values: Any

    func cancel() {
        for subscription in running {
            subscription.cancel()
        }
        withExtendedLifetime(values) {}
    }
}
#endif
