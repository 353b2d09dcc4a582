// error: cannot be task-isolated at end of function
import CombineShim
import Synchronization

final class Watcher: Sendable {
    private let bag = Mutex<Set<AnyCancellable>>([])

    func watch(_ publisher: AnyPublisher<Int, Never>) {
        let cancellable = publisher.sink { _ in }
        bag.withLock { _ = $0.insert(cancellable) }
    }
}
