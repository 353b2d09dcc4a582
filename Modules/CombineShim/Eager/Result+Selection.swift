#if !canImport(Combine)
extension Result.Publisher {
    /// The same publisher.
    public func first() -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher.
    public func last() -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher.
    public func min(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher, or the error of `areInIncreasingOrder` on its value.
    public func tryMin(
        by areInIncreasingOrder: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        checked(areInIncreasingOrder)
    }

    /// The same publisher.
    public func max(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher, or the error of `areInIncreasingOrder` on its value.
    public func tryMax(
        by areInIncreasingOrder: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        checked(areInIncreasingOrder)
    }

    /// Publishes whether `predicate` accepts the value.
    public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    /// Publishes whether `predicate` accepts the value, or fails with its error.
    public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Publishes whether `predicate` accepts the value.
    public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    /// Publishes whether `predicate` accepts the value, or fails with its error.
    public func tryContains(where predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates(by predicate: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher, or the error of `predicate` on its value.
    public func tryRemoveDuplicates(
        by predicate: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        checked(predicate)
    }

    /// The value compared with itself, only to have the error.
    private func checked(
        _ compare: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        tryMap {
            _ = try compare($0, $0)
            return $0
        }
    }
}

extension Result.Publisher where Success: Equatable {
    /// Publishes whether the value is `output`.
    public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
        contains { $0 == output }
    }

    /// The same publisher: there is nothing to compare the value with.
    public func removeDuplicates() -> Result<Success, Failure>.Publisher {
        self
    }
}

extension Result.Publisher where Success: Comparable {
    /// The same publisher.
    public func min() -> Result<Success, Failure>.Publisher {
        self
    }

    /// The same publisher.
    public func max() -> Result<Success, Failure>.Publisher {
        self
    }
}
#endif
