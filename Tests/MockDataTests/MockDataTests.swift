import Foundation
import MockData
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
    func brokenFixtures() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Contacts/list.json")
        try folder.write("{\n\"products\": [\n}", to: "Products/list.json")
        #expect(throws: MockDataError.empty(folder.path("Contacts/list.json"))) {
            try MockData.fixture(operation: "contacts.list", in: folder.url)
        }
        #expect(throws: MockDataError.missing(folder.path("Todos/list.json"))) {
            try MockData.fixture(operation: "todos.list", in: folder.url)
        }
        let error = #expect(throws: MockDataError.self) {
            try MockData.fixture(operation: "products.list", account: "bob", in: folder.url)
        }
        let line = try #require(error).description
        #expect(line.contains(folder.path("Products/list.json")) && line.contains("line 3"), "\(line)")
        #expect(!line.contains("\n"))
        #expect(error?.localizedDescription == line)
    }

    @Test("a folder is no fixture, and a broken variant does not fall back to the default")
    func noSilentFallback() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "Contacts/list.json")
        try folder.write("not json", to: "Contacts/list.bob.json")
        try folder.write("{}", to: "Images/album.png/inner.json")
        #expect(throws: MockDataError.self) {
            try MockData.fixture(operation: "contacts.list", account: "bob", in: folder.url)
        }
        #expect(try MockData.image(named: "album.png", in: folder.url) == nil)
    }

    @Test("an edited fixture shows at the next read")
    func edits() throws {
        let folder = try TemporaryFolder()
        for text in ["{\"a\":1}", "{\"a\":2}"] {
            try folder.write(text, to: "Contacts/list.json")
            #expect(try MockData.fixture(operation: "contacts.list", in: folder.url) == Data(text.utf8))
        }
    }

    @Test("without its resources the library throws, with the places it tried; it never ends the process")
    func missingBundle() throws {
        let folder = try TemporaryFolder()
        let places = ["resources", "bundle"].map { folder.path("Harmony_MockData.\($0)") }
        #expect(throws: MockDataError.noDirectory(places)) { try MockData.bundled(beside: [folder.url]) }
        #expect(throws: MockDataError.noDirectory([folder.path("nowhere")])) {
            try MockData.data("Contacts/list.json", in: folder.url.appending(path: "nowhere"))
        }
    }

    @Test(
        "the bundle is found beside a program, in an app's resources, and with nested contents",
        arguments: [
            "Harmony_MockData.resources", "Harmony_MockData.bundle", "Harmony_MockData.bundle/Contents/Resources",
        ])
    func bundleLayouts(layout: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "\(layout)/Contacts/list.json")
        let empty = folder.url.appending(path: "elsewhere")
        let found = try MockData.bundled(beside: [empty, folder.url])
        #expect(found.path == folder.path(layout))
        #expect(try MockData.data("Contacts/list.json", in: found) == Data("{}".utf8))
    }

    @Test("every root is listed once")
    func roots() {
        let paths = MockData.bundleRoots().map(\.path)
        #expect(!paths.isEmpty && Set(paths).count == paths.count)
    }
}

/// A folder that is removed with this value.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "MockDataTests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ path: String) -> String { url.appending(path: path).path }

    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
