/// The todos of one store as a state machine: what the server is known to have, and the changes it has not confirmed.
///
/// What is visible is the one with the others applied in order, so to take a change back is to leave it out.
struct TodoLedger: Sendable {
    private struct Change {
        let ticket: TodoTicket
        let id: String
        let isDone: Bool
    }

    private var base: [Todo]?
    /// When the base was asked for, in the order of tickets.
    private var loadedAt = TodoTicket(number: 0)
    private var pending: [Change] = []
    /// The server's answers to changes that a load under way may not know yet.
    private var confirmed: [String: (todo: Todo, ticket: TodoTicket)] = [:]
    /// When a change last began or ended.
    private var changedAt = TodoTicket(number: 0)

    /// The todos as they are shown; `nil` before the first load.
    var visible: [Todo]? {
        guard var todos = base else { return nil }
        for change in pending {
            guard let index = todos.firstIndex(where: { $0.id == change.id }) else { continue }
            todos[index].isDone = change.isDone
        }
        return todos
    }

    mutating func begin(_ ticket: TodoTicket, id: String, isDone: Bool) {
        pending.append(Change(ticket: ticket, id: id, isDone: isDone))
        changedAt = ticket
    }

    /// `now` is a ticket drawn for this call, as in ``rollBack(_:now:)``.
    mutating func confirm(_ ticket: TodoTicket, with todo: Todo, now: TodoTicket) {
        guard let change = pending.first(where: { $0.ticket == ticket }) else { return }
        // Replies may come in another order than the changes: the last change decides.
        pending.removeAll { $0.id == change.id && $0.ticket <= ticket }
        changedAt = now
        confirmed[todo.id] = (todo, now)
        if let index = base?.firstIndex(where: { $0.id == todo.id }) { base?[index] = todo }
    }

    mutating func rollBack(_ ticket: TodoTicket, now: TodoTicket) {
        pending.removeAll { $0.ticket == ticket }
        changedAt = now
    }

    mutating func replace(with todos: [Todo], ticket: TodoTicket) -> TodoReplacement {
        guard ticket > loadedAt else { return .outdated }
        loadedAt = ticket
        confirmed = confirmed.filter { $0.value.ticket > ticket }
        base = todos.map { confirmed[$0.id]?.todo ?? $0 }
        return pending.isEmpty && changedAt < ticket ? .stored : .overlapped
    }
}
