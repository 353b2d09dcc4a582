extension Signal {
    /// The app has come to the foreground. Sent by the app.
    public static let appDidBecomeActive: Signal = "app.did-become-active"
    /// The network is there again. Sent by the app, from what watches the network.
    public static let networkDidReconnect: Signal = "network.did-reconnect"
}

extension SignalService {
    /// Sends a signal at regular intervals, for polling.
    ///
    /// - Returns: the binding, which ends when it is cancelled or released.
    public func send(_ signal: Signal, every interval: Duration) -> SignalBinding {
        let task = Task { [weak self, clock] in
            while true {
                do { try await clock.sleep(for: interval) } catch { return }
                guard let self, !Task.isCancelled else { return }
                self.send(signal)
            }
        }
        return SignalBinding { task.cancel() }
    }
}

extension LoadingCache {
    /// Invalidates what carries `tag`, or a tag below it, whenever one of `signals` was sent; once a burst.
    ///
    /// - Returns: the binding, which ends when it is cancelled or released.
    public func invalidate(tag: CacheTag, on signals: Set<Signal>, from service: SignalService) -> SignalBinding {
        service.bind(signals) { [weak self] in self?.invalidate(tag: tag) }
    }

    /// Loads the observed keys anew whenever one of `signals` was sent, the stale ones or all; once a burst.
    ///
    /// - Returns: the binding, which ends when it is cancelled or released.
    public func refreshObserved(
        staleOnly: Bool = true, on signals: Set<Signal>, from service: SignalService
    ) -> SignalBinding {
        service.bind(signals) { [weak self] in self?.refreshObserved(staleOnly: staleOnly) }
    }
}
