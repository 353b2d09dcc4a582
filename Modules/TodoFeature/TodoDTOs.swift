package import Foundation

/// The answer of `todos.list`.
package struct TodoListDTO: Decodable, Sendable {
    package let todos: [TodoDTO]
}

/// A todo as the server sends it.
package struct TodoDTO: Decodable, Sendable {
    package let id: String
    package let title: String
    package let notes: String?
    package let isDone: Bool
    package let dueAt: Date?

    package func toDomain() -> Todo {
        Todo(id: id, title: title, notes: notes, isDone: isDone, dueAt: dueAt)
    }
}

/// The body of `todos.update`.
package struct TodoUpdateDTO: Encodable, Sendable {
    package let isDone: Bool

    package init(isDone: Bool) {
        self.isDone = isDone
    }
}
