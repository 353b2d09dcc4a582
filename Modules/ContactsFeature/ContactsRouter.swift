public import Networking

/// The endpoints of the contacts API.
public enum ContactsRouter: NetworkRequestRouter, Hashable {
    /// All four lists at once: contacts, requests sent, requests received, placeholders.
    case list
    /// Accepts a request that was received.
    case accept(Contact.ID)
    /// Declines a request that was received.
    case decline(Contact.ID)
    /// Sends a request to a placeholder.
    case send(Contact.ID)
    /// Deletes a contact.
    case delete(Contact.ID)

    /// The endpoint that makes a change.
    public init(_ change: ContactChange) {
        self =
            switch change {
            case .accept(let id): .accept(id)
            case .decline(let id): .decline(id)
            case .send(let id): .send(id)
            case .delete(let id): .delete(id)
            }
    }

    /// `contacts.list` and so on.
    public var operation: String {
        switch self {
        case .list: "contacts.list"
        case .accept: "contacts.accept"
        case .decline: "contacts.decline"
        case .send: "contacts.send"
        case .delete: "contacts.delete"
        }
    }

    /// Below `/contacts`; an identifier is one escaped segment.
    public var path: String {
        switch self {
        case .list: "/contacts"
        case .accept(let id): "/contacts/requests/\(PercentEncoding.segment(id))/accept"
        case .decline(let id): "/contacts/requests/\(PercentEncoding.segment(id))/decline"
        case .send: "/contacts/requests"
        case .delete(let id): "/contacts/\(PercentEncoding.segment(id))"
        }
    }

    /// GET for the lists, POST for what is done to a request, DELETE for a contact.
    public var methodType: HTTPMethod {
        switch self {
        case .list: .get
        case .accept, .decline, .send: .post
        case .delete: .delete
        }
    }

    /// Asks for JSON.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// Whom to ask, for `send`.
    public var body: HTTPBody? {
        switch self {
        case .send(let id): .json(ContactRequestDTO(contactId: id))
        case .list, .accept, .decline, .delete: nil
        }
    }
}
