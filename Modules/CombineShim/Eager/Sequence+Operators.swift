#if !canImport(Combine)
// The elements are there already, so these operators work at once.

extension Publishers.Sequence {
    /// Publishes what `transform` makes of the elements.
    public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.map(transform))
    }

    /// Publishes what `transform` makes of the elements, where that is not `nil`.
    public func compactMap<T>(_ transform: (Elements.Element) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.compactMap(transform))
    }

    /// Publishes `output` instead of `nil`.
    public func replaceNil<T>(
        with output: T
    ) -> Publishers.Sequence<[Elements.Element], Failure> where Elements.Element == T? {
        map { $0 ?? output }
    }

    /// The same publisher, with a failure that never comes.
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
        Publishers.Sequence<Elements, E>(sequence: sequence)
    }

    /// Publishes each result on the way from `initialResult` to the last.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
    ) -> Publishers.Sequence<[T], Failure> {
        var result = initialResult
        return map {
            result = nextPartialResult(result, $0)
            return result
        }
    }

    /// Publishes the result of all elements.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
    ) -> Result<T, Failure>.Publisher {
        Result.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// Publishes the result of all elements, or fails with the first error of `nextPartialResult`.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try sequence.reduce(initialResult, nextPartialResult) }.publisher
    }

    /// Publishes an array of the elements.
    public func collect() -> Result<[Elements.Element], Failure>.Publisher {
        Result.Publisher(Array(sequence))
    }

    /// Finishes without a value.
    public func ignoreOutput() -> Empty<Elements.Element, Failure> {
        Empty()
    }

    /// Publishes whether `predicate` accepts all elements.
    public func allSatisfy(_ predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.allSatisfy(predicate))
    }

    /// Publishes whether `predicate` accepts all elements, or fails with its error.
    public func tryAllSatisfy(
        _ predicate: (Elements.Element) throws -> Bool
    ) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try sequence.allSatisfy(predicate) }.publisher
    }

    /// Publishes whether `predicate` accepts any element.
    public func contains(where predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.contains(where: predicate))
    }

    /// Publishes whether `predicate` accepts any element, or fails with its error.
    public func tryContains(
        where predicate: (Elements.Element) throws -> Bool
    ) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try sequence.contains(where: predicate) }.publisher
    }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// Publishes `elements` first.
    public func prepend(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
        prepend(elements)
    }

    /// Publishes `elements` first.
    public func prepend<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<Elements, Failure> where Elements.Element == S.Element {
        Publishers.Sequence(sequence: elements + sequence)
    }

    /// Publishes the elements of `publisher` first.
    public func prepend(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: publisher.sequence + sequence)
    }

    /// Publishes `elements` last.
    public func append(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
        append(elements)
    }

    /// Publishes `elements` last.
    public func append<S: Swift.Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<Elements, Failure> where Elements.Element == S.Element {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// Publishes the elements of `publisher` last.
    public func append(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        append(publisher.sequence)
    }
}
#endif
