#if !canImport(Combine)
// What there is of a value is there already, so these operators work at once.

extension Optional.Publisher {
    /// Publishes what `transform` makes of the value.
    public func map<T>(_ transform: (Wrapped) -> T) -> Optional<T>.Publisher {
        output.map(transform).publisher
    }

    /// Publishes what `transform` makes of the value, unless that is `nil`.
    public func compactMap<T>(_ transform: (Wrapped) -> T?) -> Optional<T>.Publisher {
        output.flatMap(transform).publisher
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T) -> Optional<T>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Publishes what `nextPartialResult` makes of `initialResult` and the value.
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T) -> Optional<T>.Publisher {
        scan(initialResult, nextPartialResult)
    }

    /// Publishes an array of the value; an empty one, if there is none.
    public func collect() -> Optional<[Wrapped]>.Publisher {
        Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
    }

    /// Publishes 1, if there is a value.
    public func count() -> Optional<Int>.Publisher {
        map { _ in 1 }
    }

    /// Finishes without a value.
    public func ignoreOutput() -> Empty<Wrapped, Never> {
        Empty()
    }

    /// The same publisher: there is no error.
    public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher {
        self
    }

    /// Publishes the value, or `output` instead.
    public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> {
        Just(self.output ?? output)
    }

    /// The same publisher: there is no error.
    public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
        self
    }

    /// Publishes the value if `isIncluded` accepts it.
    public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// The same publisher.
    public func first() -> Optional<Wrapped>.Publisher {
        self
    }

    /// Publishes the value if `predicate` accepts it.
    public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }

    /// The same publisher.
    public func last() -> Optional<Wrapped>.Publisher {
        self
    }

    /// Publishes the value if `predicate` accepts it.
    public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }

    /// Publishes the value, unless it is among the first `count`.
    public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
        precondition(count >= 0, "count must not be negative")
        return filter { _ in count == 0 }
    }

    /// Publishes the value, unless `predicate` accepts it.
    public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter { !predicate($0) }
    }

    /// Publishes the value, if it is among the first `maxLength`.
    public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return filter { _ in maxLength > 0 }
    }

    /// Publishes the value, if `predicate` accepts it.
    public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }

    /// Publishes the value, if `index` is 0.
    public func output(at index: Int) -> Optional<Wrapped>.Publisher {
        precondition(index >= 0, "index must not be negative")
        return filter { _ in index == 0 }
    }

    /// Publishes the value, if `range` contains 0.
    public func output<R: RangeExpression>(in range: R) -> Optional<Wrapped>.Publisher where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "the lower bound must not be negative")
        // So does Combine, which counts one beyond the end.
        precondition(range.upperBound < Int.max - 1, "the upper bound is too high")
        return filter { _ in range.contains(0) }
    }

    /// The same publisher.
    public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    /// The same publisher.
    public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    /// Publishes whether `predicate` accepts the value.
    public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
        map(predicate)
    }

    /// Publishes whether `predicate` accepts the value.
    public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
        map(predicate)
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Publishes whether the value is `output`.
    public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
        contains { $0 == output }
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates() -> Optional<Wrapped>.Publisher {
        self
    }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// The same publisher.
    public func min() -> Optional<Wrapped>.Publisher {
        self
    }

    /// The same publisher.
    public func max() -> Optional<Wrapped>.Publisher {
        self
    }
}
#endif
