import ModuleSupport

/// A value that a test shares with code that runs elsewhere.
public final class Box<Value: Sendable>: Sendable {
    private let locked: Locked<Value>

    /// A box with a first value.
    public init(_ value: Value) {
        locked = Locked(value)
    }

    /// The value now.
    public var value: Value { locked.withLock { $0 } }

    /// Changes the value; the closure runs under the lock.
    public func withLock<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        locked.withLock { value in
            var copy = value
            defer { value = copy }
            return change(&copy)
        }
    }
}

extension Box where Value == Int {
    /// Counts, and gives the new count.
    @discardableResult
    public func increment() -> Int {
        withLock { count in
            count += 1
            return count
        }
    }
}
