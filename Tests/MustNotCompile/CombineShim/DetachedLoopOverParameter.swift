// error: risks causing data races
import CombineShim

func follow(_ publisher: AnyPublisher<Int, Never>) {
    Task.detached {
        for await _ in publisher.values {}
    }
}
