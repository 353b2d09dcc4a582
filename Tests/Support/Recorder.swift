import ModuleSupport

/// Collects values from any thread, in the order in which they came.
public final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Locked<[Value]>([])

    /// An empty record.
    public init() {}

    /// What came so far.
    public var values: [Value] { recorded.withLock { $0 } }

    /// Adds a value.
    public func append(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }

    /// Empties the record and returns what it held.
    public func drain() -> [Value] {
        recorded.withLock { values in
            defer { values = [] }
            return values
        }
    }
}
