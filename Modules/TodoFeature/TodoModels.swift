public import Foundation

/// Something to do.
public struct Todo: Sendable, Hashable, Codable, Identifiable {
    /// The server's identifier.
    public let id: String
    /// What is to be done.
    public var title: String
    /// Details; `nil` when there are none.
    public var notes: String?
    /// Whether it is done.
    public var isDone: Bool
    /// When it should be done; `nil` when it has no date.
    public var dueAt: Date?

    /// A todo with all its fields.
    public init(id: String, title: String, notes: String? = nil, isDone: Bool, dueAt: Date? = nil) {
        self.id = id
        self.title = title
        self.notes = notes
        self.isDone = isDone
        self.dueAt = dueAt
    }
}
