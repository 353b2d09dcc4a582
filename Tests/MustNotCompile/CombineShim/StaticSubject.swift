// error: is not concurrency-safe
import CombineShim

enum Global {
    static let shared = PassthroughSubject<Int, Never>()
}
