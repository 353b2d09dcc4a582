import CacheManagement
import ContactsFeature
import TestSupport
import Testing

/// What a search finds, through the use case as the screens search.
@Suite("Contacts: search and order of names")
struct NameSearchTests {
    private let useCase = DefaultContactsUseCase(repository: NoContacts())

    private func finds(_ query: String, _ name: String) -> Bool {
        let snapshot = ContactsSnapshot(contacts: [Contact(id: "1", name: name, kind: .connected)])
        return !useCase.people(.connected, in: snapshot, matching: query).isEmpty
    }

    @Test(
        "A search does not see case, diacritics, strokes, width and invisible marks",
        arguments: [
            ("isik", "Işık Öztürk"), ("IŞIK", "Işık Öztürk"), ("ışık", "Işık Öztürk"), ("işik", "Işık Öztürk"),
            ("istanbul", "İstanbul"), ("lodz", "Łódź"), ("ŁÓDŹ", "Lodz"), ("o faolain", "Seán Ó Faoláin"),
            ("nguyen van duc", "Nguyễn Văn Đức"), ("strasse", "Straße"), ("straße", "STRASSE"), ("aesir", "Æsir"),
            ("ada l.", "Ａｄａ Ｌ．"), ("נועה", "\u{200F}נועה Cohen\u{200E}"), ("cohen", "\u{200F}נועה Cohen\u{200E}"),
            ("νικολαου", "Ελένη Νικολάου"), ("οδος", "ΟΔΟΣ"), ("федор", "Фёдор Иванов"),
            ("ana paula", "Ana\u{A0}Paula\u{A0}Sousa"), ("o'neil", "D’Angelo O’Neil"), ("Cafe\u{301}", "café"),
            ("👋🏿", "Max 👋🏿 Power"), ("높", "높은산"),
        ])
    func finding(query: String, name: String) {
        #expect(finds(query, name))
    }

    @Test(
        "A search sees what makes another word",
        arguments: [
            ("か", "が"), ("कि", "कु"), ("anna", "Ana"), ("smith", "Smyth"), ("ana sousa x", "Ana Sousa"),
            ("👩‍👩‍👧", "👩👩👧"),
        ])
    func telling(query: String, name: String) {
        #expect(!finds(query, name))
    }

    @Test("Every word must occur, in any order and place; blanks alone match everybody")
    func words() {
        #expect(finds("sousa ana", "Ana Paula Sousa"))
        #expect(finds("  aul  ", "Ana Paula Sousa"))
        #expect(finds("", "Ana") && finds(" \n\t", "Ana"))
        #expect(!finds("ana maria", "Ana Paula Sousa"))
    }

    @Test("The order does not depend on the order of arrival, on case or on accents", arguments: 0..<50)
    func order(seed: UInt64) {
        let names = ["ada", "Ádám", "Bo", "bo", "Çelik", "Chloe", "Chloé", "chloë", "Łukasz", "Max", "zoe", "Ωmega"]
        let people = names.enumerated().map { Contact(id: "\($0)", name: $1, kind: .connected) }
        var generator = SplitMix64(seed: seed)
        let snapshot = ContactsSnapshot(contacts: people.shuffled(using: &generator))
        #expect(snapshot.contacts.map(\.name) == names)
    }
}

/// Searching needs no repository.
private struct NoContacts: ContactsRepository {
    func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot> {
        throw .notCached
    }
    func cached() -> CachedValue<ContactsSnapshot>? { nil }
    func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>> { AsyncStream { nil } }
    func perform(_ change: ContactChange) async throws(ContactsError) {}
}
