// error: non-'Sendable' type 'AnyPublisher<Int, Never>'
import CombineShim

actor Archive {
    nonisolated let changes: AnyPublisher<Int, Never> = Just(1).eraseToAnyPublisher()
}
