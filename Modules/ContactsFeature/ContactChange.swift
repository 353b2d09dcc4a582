/// What a user can do with a contact. Each is one call, and one step from a snapshot to the next.
public enum ContactChange: Sendable, Hashable {
    /// Accept a request that was received: the person becomes a contact.
    case accept(Contact.ID)
    /// Decline a request that was received: it disappears.
    case decline(Contact.ID)
    /// Send a request to a placeholder: the person moves to the requests sent.
    case send(Contact.ID)
    /// Delete a contact: the person disappears.
    case delete(Contact.ID)

    /// Whom the change is about.
    public var contactID: Contact.ID {
        switch self {
        case .accept(let id), .decline(let id), .send(let id), .delete(let id): id
        }
    }

    /// The list that the person leaves, and the one they join, if any.
    private var step: (from: Contact.Kind, to: Contact.Kind?) {
        switch self {
        case .accept: (.requestReceived, .connected)
        case .decline: (.requestReceived, nil)
        case .send: (.placeholder, .requestSent)
        case .delete: (.connected, nil)
        }
    }

    /// The snapshot after the change.
    ///
    /// Nothing changes when the person is not where the change takes them from: the server's answer has it already.
    /// So a change may be applied again to a newer snapshot.
    public func applied(to snapshot: ContactsSnapshot) -> ContactsSnapshot {
        let (from, to) = step
        guard let index = snapshot[from].firstIndex(where: { $0.id == contactID }) else { return snapshot }
        var snapshot = snapshot
        let contact = snapshot[from].remove(at: index)
        if let to, !snapshot[to].contains(where: { $0.id == contactID }) { snapshot[to].append(contact) }
        return snapshot
    }
}
