import ContactsFeature
import Foundation
import TestSupport
import Testing

@Suite("Contacts: snapshot and changes")
struct ContactsModelsTests {
    private static func person(_ id: String) -> Contact { Contact(id: id, name: "Name \(id)", kind: .connected) }

    private let snapshot = ContactsSnapshot(
        contacts: [person("c1"), person("c2")], requestsSent: [person("s1")],
        requestsReceived: [person("r1"), person("r2")], placeholders: [person("p1"), person("p2")])

    @Test("Everybody has the kind of their list")
    func kinds() {
        for kind in Contact.Kind.allCases {
            #expect(!snapshot[kind].isEmpty)
            #expect(snapshot[kind].allSatisfy { $0.kind == kind })
        }
    }

    @Test("Accepting moves a request to the contacts")
    func accept() {
        let after = ContactChange.accept("r1").applied(to: snapshot)
        #expect(after.requestsReceived.map(\.id) == ["r2"])
        #expect(after.contacts.map(\.id) == ["c1", "c2", "r1"])
        #expect(after.contacts.last?.kind == .connected)
        #expect(after.requestsSent == snapshot.requestsSent && after.placeholders == snapshot.placeholders)
    }

    @Test("Declining drops a request")
    func decline() {
        let after = ContactChange.decline("r1").applied(to: snapshot)
        #expect(after.requestsReceived.map(\.id) == ["r2"])
        #expect(after.contacts == snapshot.contacts)
    }

    @Test("Sending moves a placeholder to the requests sent")
    func send() {
        let after = ContactChange.send("p1").applied(to: snapshot)
        #expect(after.placeholders.map(\.id) == ["p2"])
        #expect(after.requestsSent.map(\.id) == ["p1", "s1"])
        #expect(after.requestsSent.first?.kind == .requestSent)
    }

    @Test("Deleting drops a contact, and nobody else")
    func delete() {
        let after = ContactChange.delete("c1").applied(to: snapshot)
        #expect(after.contacts.map(\.id) == ["c2"])
        #expect(ContactChange.delete("r1").applied(to: snapshot) == snapshot)
    }

    @Test(
        "A change that the server's answer has already changes nothing more", arguments: ["r1", "p1", "c1", "nobody"])
    func idempotent(id: String) {
        for change: ContactChange in [.accept(id), .decline(id), .send(id), .delete(id)] {
            let once = change.applied(to: snapshot)
            #expect(change.applied(to: once) == once)
        }
    }

    @Test("Nobody joins a list twice, even if the server has them in two lists")
    func twoLists() {
        let torn = ContactsSnapshot(
            contacts: snapshot.contacts + [Self.person("r1")], requestsReceived: snapshot.requestsReceived)
        let after = ContactChange.accept("r1").applied(to: torn)
        #expect(after.contacts.map(\.id) == ["c1", "c2", "r1"])
        #expect(after.requestsReceived.map(\.id) == ["r2"])
    }

    @Test("Random changes never double or invent a person, and keep every list in order", arguments: 0..<100)
    func random(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let ids = Contact.Kind.allCases.flatMap { snapshot[$0] }.map(\.id)
        var current = snapshot
        for _ in 0..<20 {
            guard let id = ids.randomElement(using: &generator) else { continue }
            let changes: [ContactChange] = [.accept(id), .decline(id), .send(id), .delete(id)]
            current = changes.randomElement(using: &generator)?.applied(to: current) ?? current
            let all = Contact.Kind.allCases.flatMap { current[$0] }
            #expect(Set(all.map(\.id)).count == all.count)
            #expect(Set(all.map(\.id)).isSubset(of: ids))
            for kind in Contact.Kind.allCases {
                #expect(current[kind].map(\.name) == current[kind].map(\.name).sorted())
                #expect(current[kind].allSatisfy { $0.kind == kind })
            }
        }
    }

    @Test("A snapshot survives the disk")
    func coding() throws {
        let full = Contact(
            id: "x", name: "Łódź 👋🏿", kind: .placeholder, email: "a@b.c", phone: "+1", company: "한빛출판",
            avatar: "/images/x.png", isFavorite: true, since: Date(timeIntervalSince1970: 1_500_000_000))
        let before = ContactsSnapshot(contacts: [full] + snapshot.contacts, placeholders: snapshot.placeholders)
        let after = try JSONDecoder().decode(ContactsSnapshot.self, from: JSONEncoder().encode(before))
        #expect(after == before)
    }
}
