/// How far an upload or a download has come.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes done.
    public var completed: Int64
    /// Bytes in all; `nil` when nobody said.
    public var total: Int64?

    /// Progress from its parts.
    public init(completed: Int64, total: Int64?) {
        self.completed = completed
        self.total = total
    }

    /// From 0 to 1; `nil` when the total is not known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}
