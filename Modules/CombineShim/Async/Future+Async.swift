#if !canImport(Combine)
// `@concurrent`, here and in the asynchronous sequences: Combine's functions do not run on their caller's actor, and
// what the compiler allows a caller must be the same.
extension Future where Failure == Never {
    /// The value, once it is there. Cancelling the task does not shorten the wait.
    @concurrent public var value: Output {
        get async {
            switch await settled() {
            case .success(let output): output
            }
        }
    }
}

extension Future {
    /// The value, once it is there; throws the error. Cancelling the task does not shorten the wait.
    @concurrent public var value: Output {
        get async throws {
            try await settled().get()
        }
    }

    private func settled() async -> Result<Output, Failure> {
        await withUnsafeContinuation { continuation in
            let sink = Subscribers.Sink<Output, Failure> { completion in
                guard case .failure(let error) = completion else { return }
                continuation.resume(returning: .failure(error))
            } receiveValue: { output in
                nonisolated(unsafe) let result = Result<Output, Failure>.success(output)
                continuation.resume(returning: result)
            }
            subscribe(sink)
        }
    }
}
#endif
