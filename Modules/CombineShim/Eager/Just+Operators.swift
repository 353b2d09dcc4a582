#if !canImport(Combine)
// The value is there already, so these operators work at once and give the simplest publisher of their result.

extension Just {
    /// Publishes what `transform` makes of the value.
    public func map<T>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// Publishes what `transform` makes of the value, or fails with its error.
    public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result { try transform(output) }.publisher
    }

    /// Publishes what `transform` makes of the value, unless that is `nil`.
    public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        transform(output).publisher
    }

    /// Never calls `transform`: there is no error.
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        setFailureType(to: E.self)
    }

    /// The same publisher, with a failure that never comes.
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result.Publisher(output)
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result.Publisher(nextPartialResult(initialResult, output))
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value, or fails with its error.
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        scan(initialResult, nextPartialResult)
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value, or fails with its error.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryScan(initialResult, nextPartialResult)
    }

    /// Publishes an array of the value.
    public func collect() -> Just<[Output]> {
        map { [$0] }
    }

    /// Publishes 1.
    public func count() -> Just<Int> {
        map { _ in 1 }
    }

    /// Finishes without a value.
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty()
    }

    /// The same publisher: there is no error.
    public func replaceError(with output: Output) -> Just<Output> {
        self
    }

    /// The same publisher: there is a value.
    public func replaceEmpty(with output: Output) -> Just<Output> {
        self
    }

    /// The same publisher: there is no error.
    public func retry(_ times: Int) -> Just<Output> {
        self
    }

    /// Publishes `elements`, then the value.
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        prepend(elements)
    }

    /// Publishes `elements`, then the value.
    public func prepend<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<[Output], Never> where Output == S.Element {
        (elements + [output]).publisher
    }

    /// Publishes the value, then `elements`.
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        append(elements)
    }

    /// Publishes the value, then `elements`.
    public func append<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<[Output], Never> where Output == S.Element {
        ([output] + elements).publisher
    }
}
#endif
