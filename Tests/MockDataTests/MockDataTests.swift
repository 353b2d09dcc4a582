import Foundation
import MockData
import TestSupport
import Testing

@Suite("MockData: finding and reading fixtures")
struct MockDataTests {
    @Test("an operation names its file, and an account its variant")
    func fixtures() throws {
        #expect(try MockData.fixture(operation: "contacts.list") == MockData.data("Contacts/list.json"))
        #expect(
            try MockData.fixture(operation: "contacts.list", account: "bob") == MockData.data("Contacts/list.bob.json"))
    }

    @Test(
        "an account without a variant, or with a name that would leave the folder, gets the default",
        arguments: ["alice", "carol", "../Todos/list", "", "b ob", "list.bob", "bob/../bob"])
    func defaultVariant(account: String) throws {
        #expect(
            try MockData.fixture(operation: "contacts.list", account: account) == MockData.data("Contacts/list.json"))
    }

    @Test(
        "a path that is no plain relative path is refused",
        arguments: [
            "", "/etc/hosts", "../MockData.swift", "Contacts/../../x", "Contacts//list.json", "Contacts/.hidden",
        ])
    func invalidPath(path: String) {
        #expect(throws: MockDataError.invalidPath(path)) { try MockData.data(path) }
    }

    @Test("an operation is module.name", arguments: ["", "contacts", "contacts.", ".list", "a.b.c"])
    func invalidOperation(operation: String) {
        #expect(throws: MockDataError.invalidPath(operation)) { try MockData.fixture(operation: operation) }
    }

    @Test("a picture is found by name; an unknown or hostile name finds none")
    func images() throws {
        #expect(try MockData.image(named: "avatar-01.png")?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        for name in ["none.png", "", ".", "..", "../Contacts/list.json", "a/b"] {
            #expect(try MockData.image(named: name) == nil)
        }
    }

    @Test("a missing, empty or malformed fixture is one clear line that names the file")
    func brokenFixtures() async throws {
        try await withTemporaryDirectory { folder in
            try folder.write("", to: "Contacts/list.json")
            try folder.write("{\n\"products\": [\n}", to: "Products/list.json")
            #expect(throws: MockDataError.empty(folder.appending(path: "Contacts/list.json").path)) {
                try MockData.fixture(operation: "contacts.list", in: folder)
            }
            #expect(throws: MockDataError.missing(folder.appending(path: "Todos/list.json").path)) {
                try MockData.fixture(operation: "todos.list", in: folder)
            }
            let error = #expect(throws: MockDataError.self) {
                try MockData.fixture(operation: "products.list", account: "bob", in: folder)
            }
            let line = try #require(error).description
            #expect(
                line.contains(folder.appending(path: "Products/list.json").path) && line.contains("line 3"), "\(line)")
            #expect(!line.contains("\n"))
            #expect(error?.localizedDescription == line)
        }
    }

    @Test("a folder is no fixture, and a broken variant does not fall back to the default")
    func noSilentFallback() async throws {
        try await withTemporaryDirectory { folder in
            try folder.write("{}", to: "Contacts/list.json")
            try folder.write("not json", to: "Contacts/list.bob.json")
            try folder.write("{}", to: "Images/album.png/inner.json")
            #expect(throws: MockDataError.self) {
                try MockData.fixture(operation: "contacts.list", account: "bob", in: folder)
            }
            #expect(try MockData.image(named: "album.png", in: folder) == nil)
        }
    }

    @Test("an edited fixture shows at the next read")
    func edits() async throws {
        try await withTemporaryDirectory { folder in
            for text in ["{\"a\":1}", "{\"a\":2}"] {
                try folder.write(text, to: "Contacts/list.json")
                #expect(try MockData.fixture(operation: "contacts.list", in: folder) == Data(text.utf8))
            }
        }
    }

    @Test("the environment names another folder, and what is handed in goes before it")
    func environment() async throws {
        try await withTemporaryDirectory { folder in
            let variable = [MockData.directoryVariable: folder.path]
            #expect(try MockData.directory(environment: variable).path == folder.path)
            #expect(try MockData.directory(URL(filePath: "/tmp"), environment: variable).path == "/tmp")
            let bundled = try MockData.directory(environment: [:])
            #expect(try MockData.directory(environment: [MockData.directoryVariable: ""]) == bundled)
            #expect(throws: MockDataError.noDirectory(["/nowhere"])) {
                try MockData.directory(environment: [MockData.directoryVariable: "/nowhere"])
            }
        }
    }

    @Test("without its resources the library throws, with the places it tried; it never ends the process")
    func missingBundle() async throws {
        try await withTemporaryDirectory { folder in
            let places = ["resources", "bundle"].map { folder.appending(path: "Harmony_MockData.\($0)").path }
            #expect(throws: MockDataError.noDirectory(places)) { try MockData.bundled(beside: [folder]) }
            #expect(throws: MockDataError.noDirectory([folder.appending(path: "nowhere").path])) {
                try MockData.data("Contacts/list.json", in: folder.appending(path: "nowhere"))
            }
        }
    }

    @Test(
        "the bundle is found beside a program, in an app's resources, and with nested contents",
        arguments: [
            "Harmony_MockData.resources", "Harmony_MockData.bundle", "Harmony_MockData.bundle/Contents/Resources",
        ])
    func bundleLayouts(layout: String) async throws {
        try await withTemporaryDirectory { folder in
            try folder.write("{}", to: "\(layout)/Contacts/list.json")
            let empty = folder.appending(path: "elsewhere")
            let found = try MockData.bundled(beside: [empty, folder])
            #expect(found.path == folder.appending(path: layout).path)
            #expect(try MockData.data("Contacts/list.json", in: found) == Data("{}".utf8))
        }
    }

    @Test("every root is listed once")
    func roots() {
        let paths = MockData.bundleRoots().map(\.path)
        #expect(!paths.isEmpty && Set(paths).count == paths.count)
    }
}

extension URL {
    /// Writes a file in this folder, and the folders that lead to it.
    fileprivate func write(_ text: String, to path: String) throws {
        let file = appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
