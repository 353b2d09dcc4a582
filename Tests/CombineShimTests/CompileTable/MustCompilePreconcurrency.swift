@preconcurrency import CombineShim

// What `@preconcurrency import` makes silent, as it does for Combine.

final class SubjectHolder: Sendable {
    let subject = PassthroughSubject<Int, Never>()
}

@MainActor
func valueOfFuture(_ future: Future<Int, Never>) async -> Int {
    await future.value
}
