import Foundation

/// The answer of `contacts.list`.
struct ContactsListDTO: Decodable, Sendable {
    let contacts: [ContactDTO]
    let requestsSent: [ContactDTO]
    let requestsReceived: [ContactDTO]
    let placeholders: [ContactDTO]

    func toDomain() -> ContactsSnapshot {
        ContactsSnapshot(
            contacts: contacts.map { $0.toDomain(.connected) },
            requestsSent: requestsSent.map { $0.toDomain(.requestSent) },
            requestsReceived: requestsReceived.map { $0.toDomain(.requestReceived) },
            placeholders: placeholders.map { $0.toDomain(.placeholder) })
    }
}

/// One person, as every list has them.
struct ContactDTO: Decodable, Sendable {
    let id: String
    let name: String
    let email: String?
    let phone: String?
    let company: String?
    let avatar: String?
    let favorite: Bool?
    let since: Date?

    func toDomain(_ kind: Contact.Kind) -> Contact {
        Contact(
            id: id, name: name, kind: kind, email: email, phone: phone, company: company, avatar: avatar,
            isFavorite: favorite ?? false, since: since)
    }
}

/// The body of `contacts.send`.
struct ContactRequestDTO: Encodable, Sendable {
    let contactId: String
}
