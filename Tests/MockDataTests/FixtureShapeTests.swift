import Foundation
import MockData
import Testing

@Suite("MockData: each fixture has the shape that the REST API promises")
struct FixtureShapeTests {
    @Test("contacts: four groups, unique ids with the account's prefix", arguments: [nil, "bob"])
    func contacts(account: String?) throws {
        let prefix = account == nil ? "a-" : "b-"
        let groups = try decode(ContactGroups.self, "contacts.list", account)
        let all = groups.all
        #expect(all.count >= (account == nil ? 200 : 20))
        for group in [groups.contacts, groups.requestsSent, groups.requestsReceived, groups.placeholders] {
            #expect(!group.isEmpty)
        }
        #expect(Set(all.map(\.id)).count == all.count)
        for contact in all {
            #expect(contact.id.hasPrefix(prefix) && !contact.name.isEmpty, "\(contact)")
            if let email = contact.email { #expect(email.contains("@example."), "\(contact)") }
            if let avatar = contact.avatar { try expectImage(avatar) }
            if let since = contact.since { expectDate(since) }
        }
    }

    @Test("contacts: names of many scripts, emoji, combining marks, right to left; optional fields missing somewhere")
    func variety() throws {
        let all = try decode(ContactGroups.self, "contacts.list", nil).all
        let scalars = all.flatMap { $0.name.unicodeScalars.map(\.value) }
        let scripts: [String: ClosedRange<UInt32>] = [
            "Latin Extended": 0x100...0x17F, "combining marks": 0x300...0x36F, "Greek": 0x370...0x3FF,
            "Cyrillic": 0x400...0x4FF, "Hebrew": 0x590...0x5FF, "Arabic": 0x600...0x6FF, "Devanagari": 0x900...0x97F,
            "Hangul": 0xAC00...0xD7AF, "CJK": 0x4E00...0x9FFF, "beyond the BMP": 0x1_0000...0x1_FFFF,
            "joiners": 0x200D...0x200D,
        ]
        for (script, range) in scripts {
            #expect(scalars.contains { range.contains($0) }, "\(script)")
        }
        #expect(all.contains { $0.email == nil } && all.contains { $0.email != nil })
        #expect(all.contains { $0.phone == nil } && all.contains { $0.avatar == nil })
        #expect(all.contains { $0.since == nil } && all.contains { $0.favorite == nil })
        #expect(all.contains { $0.name.count == 1 } && all.contains { $0.name.count > 40 })
    }

    @Test("alice and bob share no contact and no todo, and their profiles differ")
    func disjointAccounts() throws {
        let alice = try decode(ContactGroups.self, "contacts.list", nil).all.map(\.id)
        let bob = try decode(ContactGroups.self, "contacts.list", "bob").all.map(\.id)
        #expect(Set(alice).isDisjoint(with: bob))
        let todos = try [nil, "bob"].map { try decode(Todos.self, "todos.list", $0).todos.map(\.id) }
        #expect(Set(todos[0]).isDisjoint(with: todos[1]))
        let profiles = try [nil, "bob"].map { try decode(Profile.self, "profile.show", $0) }
        #expect(profiles.map(\.id) == ["alice", "bob"])
        for profile in profiles {
            #expect(!profile.name.isEmpty && profile.email.contains("@"))
            expectDate(profile.joinedAt)
            if let avatar = profile.avatar { try expectImage(avatar) }
        }
        #expect(profiles.contains { $0.bio == nil } && profiles.contains { $0.bio != nil })
    }

    @Test("products: 60 in five categories, decimal prices, existing pictures")
    func products() throws {
        let products = try decode(Products.self, "products.list", nil).products
        #expect(products.count == 60 && Set(products.map(\.id)).count == 60)
        #expect(Set(products.map(\.category)).count == 5)
        for product in products {
            #expect(product.price.amount.wholeMatch(of: /[0-9]+(\.[0-9]{2})?/) != nil, "\(product)")
            #expect(product.price.currency.wholeMatch(of: /[A-Z]{3}/) != nil && product.stock >= 0, "\(product)")
            #expect(!product.name.isEmpty && !product.summary.isEmpty, "\(product)")
            if let rating = product.rating { #expect((0...5).contains(rating), "\(product)") }
            if let image = product.image { try expectImage(image) }
            expectDate(product.updatedAt)
        }
        #expect(products.contains { $0.stock == 0 } && products.contains { $0.rating == nil })
        #expect(products.contains { $0.image == nil } && Set(products.map(\.price.currency)).count > 1)
    }

    @Test("todos: 40 for alice, done and open, with and without notes and due dates")
    func todos() throws {
        let todos = try decode(Todos.self, "todos.list", nil).todos
        #expect(todos.count == 40 && Set(todos.map(\.id)).count == 40)
        #expect(try decode(Todos.self, "todos.list", "bob").todos.count >= 10)
        #expect(todos.allSatisfy { !$0.title.isEmpty })
        #expect(todos.contains { $0.isDone } && todos.contains { !$0.isDone })
        #expect(todos.contains { $0.notes == nil } && todos.contains { $0.notes != nil })
        #expect(todos.contains { $0.dueAt == nil })
        for date in todos.compactMap(\.dueAt) { expectDate(date) }
    }

    @Test("each folder ships, and each file answers an operation that some router has")
    func operations() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "MockData").path)
            .filter { !$0.contains(".") }
        #expect(folders.count >= 5)
        let modules = root.appending(path: "Modules")
        let routers = try FileManager.default.subpathsOfDirectory(atPath: modules.path)
            .filter { $0.hasSuffix("Router.swift") }
            .map { try String(contentsOf: modules.appending(path: $0), encoding: .utf8) }
        let bundle = try MockData.directory(environment: [:])
        for folder in folders {
            let files = try FileManager.default.contentsOfDirectory(atPath: bundle.appending(path: folder).path)
            let operations = Set(files.map { $0.hasSuffix(".png") ? "fetch" : String($0.prefix { $0 != "." }) })
            #expect(!operations.isEmpty, "\(folder)")
            for operation in operations {
                let name = "\"\(folder.lowercased()).\(operation)\""
                #expect(routers.contains { $0.contains(name) }, "\(folder): no router has \(name)")
            }
        }
    }

    @Test(
        "each file is an operation of a module or its variant, is UTF-8 and ends with a newline; each picture is used")
    func noOrphans() throws {
        let directory = try MockData.directory()
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .filter { !$0.hasPrefix(".") && ($0.hasSuffix(".json") || $0.hasSuffix(".png")) }
        for file in files where file.hasSuffix(".json") {
            let match = try #require(
                file.wholeMatch(of: #/([A-Z][A-Za-z]*/[a-z][A-Za-z-]*)(\.[a-z0-9-]+)?\.json/#), "\(file)")
            #expect(files.contains("\(match.output.1).json"), "\(file) is the variant of a file that does not exist")
        }
        let pictures = Set(files.filter { $0.hasSuffix(".png") })
        #expect(pictures.allSatisfy { $0.hasPrefix("Images/") })
        var text = ""
        for file in files where file.hasSuffix(".json") {
            let content = try #require(String(bytes: MockData.data(file), encoding: .utf8), "\(file)")
            #expect(content.hasSuffix("}\n"), "\(file)")
            text += content
        }
        for picture in pictures {
            #expect(text.contains("/images/\(picture.dropFirst("Images/".count))"), "\(picture) is used by no fixture")
        }
    }

    private func decode<Model: Decodable>(_ type: Model.Type, _ operation: String, _ account: String?) throws -> Model {
        try JSONDecoder().decode(type, from: MockData.fixture(operation: operation, account: account))
    }

    private func expectDate(_ text: String) {
        #expect(throws: Never.self, "\(text)") { try Date(text, strategy: .iso8601) }
    }

    /// The path leads to a picture: PNG signature, an `IHDR` with a size, and the `IEND` chunk at the end.
    private func expectImage(_ path: String) throws {
        let name = try #require(path.wholeMatch(of: #/\/images\/([A-Za-z0-9.-]+\.png)/#)?.output.1)
        let data = try #require(try MockData.image(named: String(name)), "\(path)")
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "\(path)")
        #expect(data[12..<16].elementsEqual("IHDR".utf8) && data[19] > 0 && data[23] > 0, "\(path)")
        #expect(data.dropLast(4).suffix(4).elementsEqual("IEND".utf8) && data.count < 8192, "\(path)")
    }
}

private struct ContactGroups: Decodable {
    struct Contact: Decodable {
        var id, name: String
        var email, phone, company, avatar, since: String?
        var favorite: Bool?
    }
    var contacts, requestsSent, requestsReceived, placeholders: [Contact]
    var all: [Contact] { contacts + requestsSent + requestsReceived + placeholders }
}

private struct Products: Decodable {
    struct Product: Decodable {
        struct Price: Decodable { var amount, currency: String }
        var id, name, summary, category, updatedAt: String
        var price: Price
        var stock: Int
        var rating: Double?
        var image: String?
    }
    var products: [Product]
}

private struct Todos: Decodable {
    struct Todo: Decodable {
        var id, title: String
        var notes, dueAt: String?
        var isDone: Bool
    }
    var todos: [Todo]
}

private struct Profile: Decodable {
    var id, name, email, joinedAt: String
    var bio, avatar: String?
}
