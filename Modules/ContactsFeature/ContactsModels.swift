public import Foundation

/// A person, and how the account is connected to them.
public struct Contact: Sendable, Hashable, Identifiable {
    /// How the account and the person are connected.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Both sides agreed.
        case connected
        /// The account asked, the person has not answered.
        case requestSent
        /// The person asked, the account has not answered.
        case requestReceived
        /// Known, for example from an address book, and never asked.
        case placeholder
    }

    /// The server's identifier, the same in every list.
    public let id: String
    /// The name as the person writes it: any script, never translated.
    public let name: String
    /// How the account is connected to the person.
    public internal(set) var kind: Kind
    /// The mail address, when the person shows one.
    public let email: String?
    /// The phone number as it was entered, when the person shows one.
    public let phone: String?
    /// The company, when the person names one.
    public let company: String?
    /// Where the picture is, a path under the API's base URL; `nil` when there is none.
    public let avatar: String?
    /// Whether the account marked the person.
    public let isFavorite: Bool
    /// Since when the two are connected; `nil` when the server does not say.
    public let since: Date?

    /// The name as searches and orders see it, folded once.
    let foldedName: FoldedText

    /// A contact from its parts.
    public init(
        id: String, name: String, kind: Kind, email: String? = nil, phone: String? = nil, company: String? = nil,
        avatar: String? = nil, isFavorite: Bool = false, since: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.email = email
        self.phone = phone
        self.company = company
        self.avatar = avatar
        self.isFavorite = isFavorite
        self.since = since
        foldedName = FoldedText(name)
    }

    /// By name, and by identifier where names are alike: the same order on every platform and in every locale.
    static func precedes(_ left: Contact, _ right: Contact) -> Bool {
        left.foldedName == right.foldedName ? left.id < right.id : left.foldedName < right.foldedName
    }
}

extension [Contact] {
    /// Those whose name has every word of `query` in it, wherever it stands, without regard to case, diacritics and
    /// width. An empty query matches everybody.
    func matching(_ query: String) -> [Contact] {
        let words = FoldedText(query).words
        return words.isEmpty ? self : filter { words.allSatisfy($0.foldedName.contains) }
    }
}

extension Contact: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, kind, email, phone, company, avatar, isFavorite, since
    }

    /// Decodes a contact that was encoded here, for the disk; the server's own form is another.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            name: try values.decode(String.self, forKey: .name),
            kind: try values.decode(Kind.self, forKey: .kind),
            email: try values.decodeIfPresent(String.self, forKey: .email),
            phone: try values.decodeIfPresent(String.self, forKey: .phone),
            company: try values.decodeIfPresent(String.self, forKey: .company),
            avatar: try values.decodeIfPresent(String.self, forKey: .avatar),
            isFavorite: try values.decode(Bool.self, forKey: .isFavorite),
            since: try values.decodeIfPresent(Date.self, forKey: .since))
    }
}

/// Everything that the contact screens show: one answer of the server, or that answer with changes over it.
///
/// Each list is in the order of ``Contact/name``. A value; safe to share.
public struct ContactsSnapshot: Sendable, Hashable, Codable {
    /// The people that the account is connected to.
    public private(set) var contacts: [Contact]
    /// The people that the account asked.
    public private(set) var requestsSent: [Contact]
    /// The people that asked the account.
    public private(set) var requestsReceived: [Contact]
    /// The people that could be asked.
    public private(set) var placeholders: [Contact]

    /// A snapshot of lists in any order; each person gets the kind of their list. Costs a sort of each list.
    public init(
        contacts: [Contact] = [], requestsSent: [Contact] = [], requestsReceived: [Contact] = [],
        placeholders: [Contact] = []
    ) {
        self.contacts = Self.arranged(contacts, .connected)
        self.requestsSent = Self.arranged(requestsSent, .requestSent)
        self.requestsReceived = Self.arranged(requestsReceived, .requestReceived)
        self.placeholders = Self.arranged(placeholders, .placeholder)
    }

    /// The list of a kind.
    public internal(set) subscript(kind: Contact.Kind) -> [Contact] {
        get {
            switch kind {
            case .connected: contacts
            case .requestSent: requestsSent
            case .requestReceived: requestsReceived
            case .placeholder: placeholders
            }
        }
        set {
            let list = Self.arranged(newValue, kind)
            switch kind {
            case .connected: contacts = list
            case .requestSent: requestsSent = list
            case .requestReceived: requestsReceived = list
            case .placeholder: placeholders = list
            }
        }
    }

    private static func arranged(_ list: [Contact], _ kind: Contact.Kind) -> [Contact] {
        var list = list
        for index in list.indices { list[index].kind = kind }
        return list.sorted(by: Contact.precedes)
    }
}
