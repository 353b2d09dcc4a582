#if !canImport(Combine)
extension Just {
    /// Publishes the value if `isIncluded` accepts it.
    public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// The same publisher.
    public func first() -> Just<Output> {
        self
    }

    /// Publishes the value if `predicate` accepts it.
    public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        filter(predicate)
    }

    /// The same publisher.
    public func last() -> Just<Output> {
        self
    }

    /// Publishes the value if `predicate` accepts it.
    public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        filter(predicate)
    }

    /// Publishes the value, unless it is among the first `count`.
    public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
        precondition(count >= 0, "count must not be negative")
        return filter { _ in count == 0 }
    }

    /// Publishes the value, unless `predicate` accepts it.
    public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        filter { !predicate($0) }
    }

    /// Publishes the value, if it is among the first `maxLength`.
    public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return filter { _ in maxLength > 0 }
    }

    /// Publishes the value, if `predicate` accepts it.
    public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        filter(predicate)
    }

    /// Publishes the value, if `index` is 0.
    public func output(at index: Int) -> Optional<Output>.Publisher {
        precondition(index >= 0, "index must not be negative")
        return filter { _ in index == 0 }
    }

    /// Publishes the value, if `range` starts at 0; as in Combine, even if the range is empty.
    public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return filter { _ in range.lowerBound == 0 }
    }

    /// The same publisher.
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The same publisher.
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// Publishes whether `predicate` accepts the value.
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
        map(predicate)
    }

    /// Publishes whether `predicate` accepts the value, or fails with its error.
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Publishes whether `predicate` accepts the value.
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
        map(predicate)
    }

    /// Publishes whether `predicate` accepts the value, or fails with its error.
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The value, or the error of `predicate` on it.
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap {
            _ = try predicate($0, $0)
            return $0
        }
    }
}

extension Just where Output: Equatable {
    /// Publishes whether the value is `output`.
    public func contains(_ output: Output) -> Just<Bool> {
        contains { $0 == output }
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates() -> Just<Output> {
        self
    }
}

extension Just where Output: Comparable {
    /// The same publisher.
    public func min() -> Just<Output> {
        self
    }

    /// The same publisher.
    public func max() -> Just<Output> {
        self
    }
}
#endif
