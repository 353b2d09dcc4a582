// error: non-Sendable type 'AnyCancellable'
import CombineShim

func stream(_ publisher: AnyPublisher<Int, Never>) -> AsyncStream<Int> {
    AsyncStream { continuation in
        let cancellable = publisher.sink { continuation.yield($0) }
        continuation.onTermination = { _ in cancellable.cancel() }
    }
}
