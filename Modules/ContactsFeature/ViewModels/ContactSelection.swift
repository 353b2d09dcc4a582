/// The people that were picked on a screen, in the order in which they were picked.
struct ContactSelection: Sendable, Hashable {
    private(set) var ids: [Contact.ID] = []

    func contains(_ id: Contact.ID) -> Bool { ids.contains(id) }

    /// Picks a person, or takes them back.
    mutating func toggle(_ id: Contact.ID) {
        if let index = ids.firstIndex(of: id) {
            ids.remove(at: index)
        } else {
            ids.append(id)
        }
    }

    /// The people picked, as they are now.
    func contacts(among people: [Contact]) -> [Contact] {
        ids.compactMap { id in people.first { $0.id == id } }
    }

    /// Drops who is no longer there to be picked.
    mutating func keep(_ people: [Contact]) {
        let present = Set(people.map(\.id))
        ids.removeAll { !present.contains($0) }
    }
}
