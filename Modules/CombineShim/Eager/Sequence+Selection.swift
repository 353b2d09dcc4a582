#if !canImport(Combine)
extension Publishers.Sequence {
    /// Publishes the elements that `isIncluded` accepts.
    public func filter(
        _ isIncluded: (Elements.Element) -> Bool
    ) -> Publishers.Sequence<[Elements.Element], Failure> {
        Publishers.Sequence(sequence: sequence.filter(isIncluded))
    }

    /// Publishes all but the first `count` elements.
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.dropFirst(count))
    }

    /// Publishes the elements from the first that `predicate` does not accept.
    public func drop(
        while predicate: (Elements.Element) -> Bool
    ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.drop(while: predicate))
    }

    /// Publishes the first `maxLength` elements.
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.prefix(maxLength))
    }

    /// Publishes the elements up to the first that `predicate` does not accept.
    public func prefix(
        while predicate: (Elements.Element) -> Bool
    ) -> Publishers.Sequence<[Elements.Element], Failure> {
        Publishers.Sequence(sequence: sequence.prefix(while: predicate))
    }
}

extension Publishers.Sequence where Failure == Never {
    /// Publishes the first element that `predicate` accepts.
    public func first(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
        sequence.first(where: predicate).publisher
    }

    /// Publishes the least element.
    public func min(
        by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
    ) -> Optional<Elements.Element>.Publisher {
        sequence.min(by: areInIncreasingOrder).publisher
    }

    /// Publishes the greatest element.
    public func max(
        by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
    ) -> Optional<Elements.Element>.Publisher {
        sequence.max(by: areInIncreasingOrder).publisher
    }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
    /// Publishes the least element.
    public func min() -> Optional<Elements.Element>.Publisher {
        sequence.min().publisher
    }

    /// Publishes the greatest element.
    public func max() -> Optional<Elements.Element>.Publisher {
        sequence.max().publisher
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Publishes the elements that differ from the one before.
    public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
        var previous: Elements.Element?
        return filter { element in
            defer { previous = element }
            return element != previous
        }
    }

    /// Publishes whether `output` is among the elements.
    public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
        contains { $0 == output }
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// Publishes the first element.
    public func first() -> Optional<Elements.Element>.Publisher {
        sequence.first.publisher
    }

    /// Publishes the element at `index`, if there is one.
    public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
        (sequence.indices.contains(index) ? sequence[index] : nil).publisher
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// Publishes the number of elements.
    public func count() -> Result<Int, Failure>.Publisher {
        Result.Publisher(sequence.count)
    }

    /// Publishes the elements in `range`.
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Elements.Element], Failure> {
        Publishers.Sequence<[Elements.Element], Failure>(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// Publishes the last element.
    public func last() -> Optional<Elements.Element>.Publisher {
        sequence.last.publisher
    }

    /// Publishes the last element that `predicate` accepts.
    public func last(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
        sequence.last(where: predicate).publisher
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
    /// Publishes the number of elements.
    public func count() -> Result<Int, Failure>.Publisher {
        Result.Publisher(sequence.count)
    }

    /// Publishes the elements in `range`.
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Elements.Element], Failure> {
        Publishers.Sequence<[Elements.Element], Failure>(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
    /// Publishes the number of elements.
    public func count() -> Just<Int> {
        Just(sequence.count)
    }

    /// Publishes the element at `index`, if there is one.
    public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
        (sequence.indices.contains(index) ? sequence[index] : nil).publisher
    }
}
#endif
