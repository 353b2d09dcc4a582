import Foundation
import MockData
import MockTransport
import ModuleSupport
import Networking
import Testing

@Suite("MockAPI: a stateful server in memory")
struct MockAPITests {
    private let api = MockAPI.shipped()

    @Test("an accepted request shows among the contacts of the next list")
    func accept() async throws {
        let before = try await api.ask(.get, "/contacts")
        let id = try #require(before.ids("requestsReceived").first)
        let answer = try await api.ask(.post, "/contacts/requests/\(id)/accept")
        #expect(answer.statusCode == 200 && answer.json?["id"]?.string == id)
        let after = try await api.ask(.get, "/contacts")
        #expect(after.ids("contacts") == before.ids("contacts") + [id])
        #expect(after.ids("requestsReceived") == Array(before.ids("requestsReceived").dropFirst()))
        #expect(try await api.ask(.post, "/contacts/requests/\(id)/accept").statusCode == 404)
    }

    @Test("decline and delete take away, send moves a placeholder to the requests sent")
    func changes() async throws {
        let before = try await api.ask(.get, "/contacts")
        let received = try #require(before.ids("requestsReceived").last)
        let contact = try #require(before.ids("contacts").last)
        let placeholder = try #require(before.ids("placeholders").first)
        #expect(try await api.ask(.post, "/contacts/requests/\(received)/decline").statusCode == 204)
        #expect(try await api.ask(.delete, "/contacts/\(contact)").statusCode == 204)
        let sent = try await api.ask(.post, "/contacts/requests", "{\"contactId\": \"\(placeholder)\"}")
        #expect(sent.statusCode == 201 && sent.json?["id"]?.string == placeholder)
        let after = try await api.ask(.get, "/contacts")
        #expect(!after.ids("requestsReceived").contains(received) && !after.ids("contacts").contains(contact))
        #expect(after.ids("requestsSent") == before.ids("requestsSent") + [placeholder])
        #expect(!after.ids("placeholders").contains(placeholder))
    }

    @Test("each account has its own state, and one without a fixture starts with the default data under its own name")
    func accounts() async throws {
        let alice = try await api.ask(.get, "/contacts")
        let bob = try await api.ask(.get, "/contacts", account: "bob")
        #expect(Set(alice.ids("contacts")).isDisjoint(with: bob.ids("contacts")))
        let id = try #require(alice.ids("contacts").first)
        #expect(try await api.ask(.delete, "/contacts/\(id)", account: "bob").statusCode == 404)
        #expect(try await api.ask(.delete, "/contacts/\(id)", account: "carol").statusCode == 204)
        #expect(try await api.ask(.get, "/contacts").ids("contacts") == alice.ids("contacts"))
        #expect(try await api.ask(.get, "/profile", account: "carol").json?["id"]?.string == "carol")
        #expect(try await api.ask(.get, "/profile").json?["id"]?.string == "alice")
    }

    @Test("edits of products, todos and the profile stay, and a refused edit changes nothing")
    func edits() async throws {
        let before = try #require(try await api.ask(.get, "/products/p-007").json)
        let edited = try await api.ask(.patch, "/products/p-007", #"{"name": "Röd stuga", "stock": 3}"#)
        #expect(edited.json?["name"]?.string == "Röd stuga" && edited.json?["stock"] == .integer(3))
        #expect(edited.json?["price"] == before["price"] && edited.json?["updatedAt"] != before["updatedAt"])
        #expect(try await api.ask(.patch, "/products/p-007", #"{"name": "x", "stock": -1}"#).statusCode == 400)
        #expect(try await api.ask(.get, "/products/p-007").json == edited.json)
        let listed = try await api.ask(.get, "/products").json?["products"]?.array
        #expect(listed?.contains { $0 == edited.json } == true)

        let todo = try #require(try await api.ask(.get, "/todos").json?["todos"]?.array?.first)
        let id = try #require(todo["id"]?.string)
        let flipped = JSONValue.bool(todo["isDone"] == .bool(false))
        let answer = try await api.ask(.patch, "/todos/\(id)", "{\"isDone\": \(flipped == .bool(true))}")
        #expect(answer.json?["isDone"] == flipped)
        #expect(try await api.ask(.get, "/todos").json?["todos"]?.array?.first?["isDone"] == flipped)

        #expect(try await api.ask(.patch, "/profile", #"{"bio": ""}"#).json?["bio"]?.string == "")
        #expect(try await api.ask(.get, "/profile").json?["bio"]?.string == "")
    }

    @Test("a list by category holds that category and nothing else")
    func categories() async throws {
        let all = try #require(try await api.ask(.get, "/products").json?["products"]?.array)
        let books = try await api.ask(.get, "/products?category=books")
        #expect(
            books.ids("products") == all.filter { $0["category"]?.string == "books" }.compactMap { $0["id"]?.string })
        #expect(books.ids("products").count == 12)
        #expect(try await api.ask(.get, "/products?category=none").ids("products") == [])
    }

    @Test("If-None-Match with the entity tag gives 304 until something changes")
    func entityTags() async throws {
        let first = try await api.ask(.get, "/todos")
        let tag = try #require(first.headers["ETag"])
        for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let answer = try await api.ask(.get, "/todos", headers: ["If-None-Match": condition])
            #expect(answer.statusCode == 304 && answer.body.isEmpty && answer.headers["ETag"] == tag, "\(condition)")
        }
        #expect(try await api.ask(.get, "/todos", account: "bob", headers: ["If-None-Match": tag]).statusCode == 200)
        let id = try #require(first.ids("todos").first)
        let done = first.json?["todos"]?.array?.first?["isDone"] == .bool(true)
        _ = try await api.ask(.patch, "/todos/\(id)", "{\"isDone\": \(!done)}")
        let changed = try await api.ask(.get, "/todos", headers: ["If-None-Match": tag])
        #expect(changed.statusCode == 200 && changed.headers["ETag"] != tag)
        _ = try await api.ask(.patch, "/todos/\(id)", "{\"isDone\": \(done)}")
        #expect(try await api.ask(.get, "/todos", headers: ["If-None-Match": tag]).statusCode == 304)
    }

    @Test("reset forgets the changes and reads the fixtures again")
    func reset() async throws {
        let reads = Locked(0)
        let api = MockAPI(fixtures: { operation, account in
            reads.withLock { $0 += 1 }
            return try MockData.fixture(operation: operation, account: account)
        })
        let before = try await api.ask(.get, "/contacts").ids("contacts")
        _ = try await api.ask(.delete, "/contacts/\(before[0])")
        #expect(try await api.ask(.get, "/contacts").ids("contacts").count == before.count - 1)
        #expect(reads.withLock { $0 } == 1)
        api.reset()
        #expect(try await api.ask(.get, "/contacts").ids("contacts") == before)
        #expect(reads.withLock { $0 } == 2)
    }

    @Test("the API may live under a base path, and only there")
    func basePath() async throws {
        let api = MockAPI(basePath: "/v1/", fixtures: { try MockData.fixture(operation: $0, account: $1) })
        #expect(try await api.ask(.get, "/v1/profile").statusCode == 200)
        for path in ["/profile", "/v10/profile", "/v1", "/v1/v1/profile"] {
            #expect(try await api.ask(.get, path).statusCode == 404, "\(path)")
        }
    }

    @Test(
        "a fixture that cannot be used is the cause of the error, in one line, and is tried again",
        arguments: ["{", "[]", "{\"contacts\": []}", "{\"contacts\": [{\"name\": \"no id\"}]}"])
    func brokenFixture(text: String) async throws {
        let content = Locked(Data(text.utf8))
        let api = MockAPI(fixtures: { _, _ in content.withLock { $0 } })
        let error = try await #require(throws: NetworkError.self) { try await api.ask(.get, "/contacts") }
        #expect(error.kind == .unknown && !error.isRetryable)
        let cause = try #require(error.underlying as? MockTransportError)
        #expect(cause.description.contains("contacts.list") && !cause.description.contains("\n"))
        #expect(error.description.hasPrefix(cause.description), "\(error)")
        let repaired = try MockData.fixture(operation: "contacts.list")
        content.withLock { $0 = repaired }
        #expect(try await api.ask(.get, "/contacts").statusCode == 200)
    }

    @Test("a loader's own error is kept and matchable")
    func loaderError() async throws {
        let api = MockAPI(
            fixtures: { _, _ in throw MockDataError.empty("Contacts/list.json") },
            images: { _ in throw MockDataError.noDirectory([]) })
        for target in ["/contacts", "/images/x.png"] {
            let error = try await #require(throws: NetworkError.self) { try await api.ask(.get, target) }
            guard case .fixture(_, let underlying)? = error.underlying as? MockTransportError else {
                Issue.record("\(error)")
                continue
            }
            #expect(underlying is MockDataError)
        }
    }

    @Test("a thousand concurrent changes are all kept")
    func concurrency() async throws {
        let ids = try await api.ask(.get, "/contacts").ids("contacts")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for id in ids {
                group.addTask { [api] in try await api.ask(.delete, "/contacts/\(id)").statusCode }
                group.addTask { [api] in try await api.ask(.get, "/contacts").statusCode }
            }
            for try await status in group { #expect([200, 204].contains(status)) }
        }
        #expect(try await api.ask(.get, "/contacts").ids("contacts") == [])
    }
}
