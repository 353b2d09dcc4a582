// error: sending value of non-Sendable type
import CombineShim

@MainActor
func first(_ publisher: AnyPublisher<Int, Never>) async -> Int? {
    await publisher.values.first { $0 > 0 }
}
