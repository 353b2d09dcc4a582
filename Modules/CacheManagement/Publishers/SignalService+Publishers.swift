public import CombineShim

extension SignalService {
    /// ``signals(_:)`` as a publisher: the signals named, or all when none is named, from the subscription on. A signal
    /// that is sent several times before the subscriber takes it is delivered once.
    public func publisher(for names: Signal...) -> AnyPublisher<Signal, Never> {
        StreamPublisher { self.signals(Set(names)) }.eraseToAnyPublisher()
    }
}
