import Foundation
import MockTransport
import Networking
import TestSupport
import Testing

/// The one table of questions and the status that each must have, asked in this order of both servers.
private let contract: [(question: Question, status: Int)] = [
    // Who asks
    (Question(.get, "/contacts", account: nil), 401),
    (Question(.get, "/contacts", account: nil, headers: ["Authorization": "Basic YTpi"]), 401),
    (Question(.get, "/contacts", account: nil, headers: ["Authorization": "Bearer a b"]), 401),
    (Question(.get, "/profile", account: nil, headers: ["Authorization": "bearer bob"]), 200),
    (Question(.get, "/nowhere", account: nil), 401),
    (Question(.get, "/profile", account: "carol"), 200),
    (Question(.get, "/contacts", account: "..%2Fbob"), 401),
    // What there is
    (Question(.get, "/contacts"), 200),
    (Question(.get, "/contacts", account: "bob"), 200),
    (Question(.get, "/products"), 200),
    (Question(.get, "/products?category=audio"), 200),
    (Question(.get, "/products?category=none"), 200),
    (Question(.get, "/products?category="), 200),
    (Question(.get, "/products?a=b&category=books&category=office"), 200),
    (Question(.get, "/products?category=%6Fffice&x"), 200),
    (Question(.get, "/products/p-001"), 200),
    (Question(.get, "/products/p%2D001"), 200),
    (Question(.get, "/todos"), 200),
    (Question(.get, "/todos", account: "bob"), 200),
    (Question(.get, "/profile"), 200),
    (Question(.get, "/images/avatar-01.png"), 200),
    (Question(.head, "/contacts"), 200),
    (Question(.head, "/images/avatar-01.png"), 200),
    // What there is not
    (Question(.get, "/"), 404),
    (Question(.get, "/contacts/"), 404),
    (Question(.delete, "/contacts/"), 404),
    (Question(.get, "/Contacts"), 404),
    (Question(.get, "/nowhere?x=1"), 404),
    (Question(.get, "/products/none"), 404),
    (Question(.get, "/products/%E2%98%83"), 404),
    (Question(.get, "/products/%FF"), 404),
    (Question(.get, "/images/none.png"), 404),
    (Question(.get, "/images/..%2FContacts%2Flist.json"), 404),
    (Question(.head, "/products/none"), 404),
    (Question(.get, "/contacts/a-001"), 405),
    (Question(.get, "/contacts/requests"), 405),
    (Question(.put, "/products", "{}"), 405),
    (Question(.delete, "/profile"), 405),
    // Contacts
    (Question(.post, "/contacts/requests/a-171/accept"), 200),
    (Question(.post, "/contacts/requests/a-171/accept"), 404),
    (Question(.post, "/contacts/requests/a-172/decline"), 204),
    (Question(.post, "/contacts/requests/a-172/accept"), 404),
    (Question(.post, "/contacts/requests/a-001/accept"), 404),
    (Question(.post, "/contacts/requests/a-173/accept", account: "bob"), 404),
    (Question(.post, "/contacts/requests", #"{"contactId": "a-200"}"#), 201),
    (Question(.post, "/contacts/requests", #"{"contactId": "a-200"}"#), 404),
    (Question(.post, "/contacts/requests", #"{"contactId": 7}"#), 400),
    (Question(.post, "/contacts/requests", #"{"contactId": ""}"#), 400),
    (Question(.post, "/contacts/requests", #"{"id": "a-201"}"#), 400),
    (Question(.post, "/contacts/requests", "{}"), 400),
    (Question(.post, "/contacts/requests", "[]"), 400),
    (Question(.post, "/contacts/requests", "{\"contactId\": "), 400),
    (Question(.post, "/contacts/requests"), 400),
    (Question(.delete, "/contacts/a-001"), 204),
    (Question(.delete, "/contacts/a-001"), 404),
    (Question(.delete, "/contacts/a-171"), 204),
    (Question(.get, "/contacts"), 200),
    (Question(.get, "/contacts", account: "bob"), 200),
    (Question(.get, "/contacts", account: "carol"), 200),
    // Products
    (Question(.patch, "/products/p-002", #"{"name": "Ρολόι ⏰", "stock": 0}"#), 200),
    (Question(.patch, "/products/p-002", #"{"stock": 12.0}"#), 200),
    (Question(.patch, "/products/p-002", #"{"price": {"amount": "9.50", "currency": "GBP"}, "summary": ""}"#), 200),
    (Question(.patch, "/products/p-002", #"{"price": {"amount": 9.5, "currency": "GBP"}}"#), 400),
    (Question(.patch, "/products/p-002", #"{"price": {"amount": "9,50", "currency": "GBP"}}"#), 400),
    (Question(.patch, "/products/p-002", #"{"price": {"amount": "9.50", "currency": "gbp"}}"#), 400),
    (Question(.patch, "/products/p-002", #"{"price": {"amount": "9.50", "currency": "GBP", "x": 1}}"#), 400),
    (Question(.patch, "/products/p-002", #"{"price": "9.50"}"#), 400),
    (Question(.patch, "/products/p-002", #"{"name": ""}"#), 400),
    (Question(.patch, "/products/p-002", #"{"name": null}"#), 400),
    (Question(.patch, "/products/p-002", #"{"stock": true}"#), 400),
    (Question(.patch, "/products/p-002", #"{"stock": -1}"#), 400),
    (Question(.patch, "/products/p-002", #"{"stock": 1.5}"#), 400),
    (Question(.patch, "/products/p-002", #"{"stock": 1e12}"#), 400),
    (Question(.patch, "/products/p-002", #"{"stock": NaN}"#), 400),
    (Question(.patch, "/products/p-002", #"{"name": "\ud800"}"#), 400),
    (Question(.patch, "/products/p-002", #"{"id": "p-003", "colour": "red"}"#), 400),
    (Question(.patch, "/products/p-002", "\"name\""), 400),
    (Question(.patch, "/products/p-002", "{}"), 400),
    (Question(.patch, "/products/none", #"{"stock": 1}"#), 404),
    (Question(.patch, "/products/none", "{"), 404),
    (Question(.get, "/products/p-002"), 200),
    (Question(.get, "/products/p-002", account: "bob"), 200),
    (Question(.get, "/products"), 200),
    // Todos and the profile
    (Question(.patch, "/todos/a-todo-01", #"{"isDone": true}"#), 200),
    (Question(.patch, "/todos/a-todo-02", #"{"isDone": false}"#), 200),
    (Question(.patch, "/todos/a-todo-01", #"{"isDone": 1}"#), 400),
    (Question(.patch, "/todos/a-todo-01", #"{"isDone": "true"}"#), 400),
    (Question(.patch, "/todos/b-todo-01", #"{"isDone": true}"#), 404),
    (Question(.get, "/todos"), 200),
    (Question(.patch, "/profile", #"{"name": "Алиса", "bio": "שלום\nworld"}"#), 200),
    (Question(.patch, "/profile", #"{"id": "bob"}"#), 400),
    (Question(.patch, "/profile", #"{"bio": null}"#), 400),
    (Question(.get, "/profile"), 200),
    (Question(.get, "/profile", account: "carol"), 200),
]

@Suite(
    "The mock in memory and Scripts/mock-api keep one contract", .serialized,
    .enabled(if: MockAPIProcess.isAvailable, "python3 is not installed"), .timeLimit(.minutes(3)))
struct ContractTests {
    private let memory = MockAPI.shipped()
    private let network = URLSessionNetworkSession()

    @Test("every question of the table has the same answer from both, and the status that it must have")
    func table() async throws {
        let server = try await MockAPIProcess()
        for (question, status) in contract {
            let ours = try await memory.response(for: question.request())
            let theirs = try await network.response(for: question.request(base: server.base))
            #expect(ours.statusCode == status, "in memory: \(question)")
            #expect(theirs.statusCode == status, "mock-api: \(question)")
            expectSame(ours, theirs, question)
        }
        server.stop()
        #expect(server.exitCode() == 0)
    }

    @Test("If-None-Match is answered alike, before and after a change")
    func conditional() async throws {
        let server = try await MockAPIProcess()
        let sides: [(any NetworkSession, String)] = [(memory, "http://mock.invalid"), (network, server.base)]
        for target in ["/contacts", "/products", "/products/p-003", "/todos", "/profile", "/images/avatar-02.png"] {
            for (session, base) in sides {
                let tag = try #require(try await session.ask(.get, target, base: base).headers["ETag"])
                for (condition, status) in [
                    (tag, 304), ("\"x\", W/\(tag)", 304), ("*", 304), ("\"x\"", 200),
                    (tag.replacing("\"", with: ""), 200),
                ] {
                    for method in [HTTPMethod.get, .head] {
                        let answer = try await session.ask(
                            method, target, headers: ["If-None-Match": condition], base: base)
                        #expect(answer.statusCode == status && answer.headers["ETag"] == tag, "\(base) \(target)")
                        #expect(answer.body.isEmpty == (status == 304 || method == .head))
                    }
                }
            }
        }
        for (session, base) in sides {
            let tag = try #require(try await session.ask(.get, "/products", base: base).headers["ETag"])
            _ = try await session.ask(.patch, "/products/p-003", #"{"stock": 1}"#, base: base)
            let answer = try await session.ask(.get, "/products", headers: ["If-None-Match": tag], base: base)
            #expect(answer.statusCode == 200 && answer.headers["ETag"] != tag)
            let other = try await session.ask(.get, "/products", account: "bob", base: base)
            #expect(other.headers["ETag"] == tag, "the other account has the old state")
        }
    }

    private func expectSame(_ ours: NetworkResponse, _ theirs: NetworkResponse, _ question: Question) {
        #expect((ours.headers["ETag"] != nil) == (theirs.headers["ETag"] != nil), "\(question)")
        for name in ["Content-Type", "Cache-Control", "Vary", "Allow", "WWW-Authenticate"] {
            #expect(ours.headers[name] == theirs.headers[name], "\(name) of \(question)")
        }
        if ours.headers["Content-Type"] == "application/json", question.method != .head {
            #expect(ours.json != nil && ours.json == theirs.json, "\(question)")
        } else {
            #expect(ours.body == theirs.body, "\(question)")
        }
    }
}
