import AppComposition
import CacheManagement
import ContactsFeature

extension CommandRunner {
    func listContacts() async throws {
        let useCase = try makeApp().contacts.useCase
        let snapshot = try await useCase.contacts(.cacheFirst).value
        let groups: [(String, ContactGroup)] = [
            ("contacts", .connected), ("requests received", .requestsReceived), ("requests sent", .requestsSent),
            ("placeholders", .invitationCandidates),
        ]
        var table = TextTable([("group", .left), ("id", .left), ("name", .left), ("email", .left)])
        for (title, group) in groups {
            for contact in useCase.people(group, in: snapshot, matching: "") {
                table.add(title, contact.id, contact.name, contact.email ?? "")
            }
        }
        let counts = groups.map { "\(useCase.people($0.1, in: snapshot, matching: "").count) \($0.0)" }
        try output("\(table.text)\n\n\(counts.joined(separator: ", "))", json: snapshot)
    }

    func changeContacts(_ change: ContactChange, done: String) async throws {
        let useCase = try makeApp().contacts.useCase
        let name = try await useCase.contacts(.cacheFirst).value.name(of: change.contactID)
        try await useCase.perform(change)
        let after = try await useCase.contacts(.networkFirst).value
        struct Outcome: Encodable {
            let id: String
            let change: String
            let contacts: Int
            let requestsReceived: Int
            let requestsSent: Int
        }
        try output(
            "\(done) \(name ?? change.contactID): \(after.contacts.count) contacts, "
                + "\(after.requestsReceived.count) requests received, \(after.requestsSent.count) sent",
            json: Outcome(
                id: change.contactID, change: done, contacts: after.contacts.count,
                requestsReceived: after.requestsReceived.count, requestsSent: after.requestsSent.count))
    }
}

extension ContactsSnapshot {
    fileprivate func name(of id: Contact.ID) -> String? {
        (contacts + requestsReceived + requestsSent + placeholders).first { $0.id == id }?.name
    }
}
