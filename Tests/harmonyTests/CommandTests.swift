import Foundation
import Testing

@Suite("harmony: commands on mock data")
struct CommandTests {
    @Test("Contacts are listed, as text and as JSON")
    func contactsList() async throws {
        let text = try await Program.run("contacts", "list")
        #expect(text.status == 0)
        #expect(text.output.contains("requests received"))
        let json = try await Program.run("contacts", "list", "--json").json()
        #expect((json["contacts"] as? [Any])?.isEmpty == false)
        let bob = try await Program.run("contacts", "list", "--account", "bob")
        #expect(bob.output.contains("b-0") && !bob.output.contains("a-0"))
    }

    @Test("Each change of contacts shows in the counts", arguments: ["accept", "decline", "send", "delete"])
    func contactsChange(change: String) async throws {
        let before = try await Program.run("contacts", "list", "--json").json()
        let list = ["accept": "requestsReceived", "decline": "requestsReceived", "send": "placeholders"]
        let people = try #require(before[list[change] ?? "contacts"] as? [[String: Any]])
        let id = try #require(people.first?["id"] as? String)
        let outcome = try await Program.run("contacts", change, id, "--json")
        #expect(outcome.status == 0)
        let after = try outcome.json()
        func delta(_ key: String) throws -> Int {
            try #require(after[key] as? Int) - (try #require(before[key] as? [Any]).count)
        }
        #expect(try delta("contacts") == ["accept": 1, "delete": -1][change] ?? 0)
        #expect(try delta("requestsReceived") == ["accept": -1, "decline": -1][change] ?? 0)
        #expect(try delta("requestsSent") == ["send": 1][change] ?? 0)
    }

    @Test("An edited product is shown as the server has it now")
    func products() async throws {
        let list = try await Program.run("products", "list", "--category", "audio")
        #expect(list.status == 0 && list.output.contains("audio") && !list.output.contains("books"))
        let edited = try await Program.run("products", "edit", "p-001", "--price", "13.50", "--stock", "7", "--json")
        let product = try edited.json()
        #expect(product["price"] as? String == "13.50")
        #expect(product["stock"] as? Int == 7)
        #expect(try await Program.run("products", "show", "p-001").output.contains("(p-001)"))
    }

    @Test("Todos, the profile, the caches and the doctor answer")
    func others() async throws {
        #expect(try await Program.run("todos", "list").output.contains("open"))
        #expect(try await Program.run("profile", "show", "--account", "bob").output.contains("(bob)"))
        #expect(try await Program.run("cache", "clear").output.contains("contacts"))
        let doctor = try await Program.run("doctor", environment: ["HARMONY_DATA": "mock"])
        #expect(doctor.output.contains("HARMONY_DATA"))
        let mixed = try await Program.run("doctor", "--data", "mock,products=real", "--base-url", "http://127.0.0.1:9")
        #expect(mixed.output.contains("--data, by name"))
    }

    @Test("The traffic can be logged and kept, without secrets and for its owner only")
    func traffic() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "traffic-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Program.run(
            "profile", "show", "--account", "canary-7f3a", "--verbose", "--har", file.path)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("GET") && outcome.errors.contains("profile.show"))
        let archive = try String(contentsOf: file, encoding: .utf8)
        #expect(archive.contains("\"version\" : \"1.2\""))
        #expect(!archive.contains("Bearer canary-7f3a") && !outcome.errors.contains("Bearer canary-7f3a"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let refused = try await Program.run("profile", "show", "--har", "/nowhere/traffic.har")
        #expect(refused.status == 1 && refused.errorLines.count == 1)
    }

    @Test(
        "What does not exist gives one clear line and exit code 1",
        arguments: [
            (["contacts", "accept", "a-nobody"], "There is no contact or request a-nobody"),
            (["products", "show", "p-none"], "There is no product p-none"),
            (["contacts", "list", "--data", "real"], "'contacts' is on real data but has no base URL"),
            (["session", "--data", "mock,products=real"], "'products' is on real data but has no base URL"),
        ])
    func failures(arguments: [String], message: String) async throws {
        let outcome = try await Program.run(Program.binary("harmony"), arguments)
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(message))
    }

    @Test(
        "A missing, empty or malformed fixture gives one clear line that names it",
        arguments: [nil, "", "{\"contacts\": [", "{\"contacts\": 3}"])
    func fixtures(content: String?) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fixtures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Contacts"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if let content {
            try content.write(to: folder.appending(path: "Contacts/list.json"), atomically: true, encoding: .utf8)
        }
        let outcome = try await Program.run(
            "contacts", "list", environment: ["HARMONY_MOCK_DATA": folder.path])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("list.json") || outcome.errors.contains("contacts.list"))
    }
}
