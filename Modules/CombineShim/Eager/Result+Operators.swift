#if !canImport(Combine)
// The result is there already, so these operators work at once.

extension Result.Publisher {
    /// Publishes what `transform` makes of the value.
    public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher {
        result.map(transform).publisher
    }

    /// Publishes what `transform` makes of the value, or fails with its error.
    public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try transform(result.get()) }.publisher
    }

    /// Fails with what `transform` makes of the error.
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        result.mapError(transform).publisher
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value, or fails with its error.
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) -> T
    ) -> Result<T, Failure>.Publisher {
        scan(initialResult, nextPartialResult)
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value, or fails with its error.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryScan(initialResult, nextPartialResult)
    }

    /// Publishes an array of the value.
    public func collect() -> Result<[Success], Failure>.Publisher {
        map { [$0] }
    }

    /// Publishes 1.
    public func count() -> Result<Int, Failure>.Publisher {
        map { _ in 1 }
    }

    /// Finishes without a value; as in Combine, without the error too.
    public func ignoreOutput() -> Empty<Success, Failure> {
        Empty()
    }

    /// Publishes `output` instead of the error.
    public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
        Result<Success, Never>.Publisher((try? result.get()) ?? output)
    }

    /// The same publisher: there is a value, or an error.
    public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher: the result would be the same again.
    public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
        self
    }
}

extension Result.Publisher where Failure == Never {
    /// The same publisher, with a failure that never comes.
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.get())
    }
}
#endif
