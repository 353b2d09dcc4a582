import ContactsFeature
import Foundation
import Networking
import Testing

@Suite("Contacts: endpoints")
struct ContactsRouterTests {
    private let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1/"))

    @Test(
        "Each endpoint has its operation, method and URL",
        arguments: [
            (ContactsRouter.list, "contacts.list", HTTPMethod.get, "/v1/contacts"),
            (.accept("a-171"), "contacts.accept", .post, "/v1/contacts/requests/a-171/accept"),
            (.decline("a-171"), "contacts.decline", .post, "/v1/contacts/requests/a-171/decline"),
            (.send("a-196"), "contacts.send", .post, "/v1/contacts/requests"),
            (.delete("a-001"), "contacts.delete", .delete, "/v1/contacts/a-001"),
        ])
    func endpoint(router: ContactsRouter, operation: String, method: HTTPMethod, path: String) throws {
        let request = try NetworkRequest(router: router, configuration: configuration)
        #expect(request.operation == operation)
        #expect(request.method == method)
        #expect(request.url.absoluteString == "https://api.example.org" + path)
        #expect(request.headers["Accept"] == "application/json")
    }

    @Test("Only a request to a placeholder has a body")
    func body() throws {
        let send = try NetworkRequest(router: ContactsRouter.send("a-196"), configuration: configuration)
        let body = try #require(send.body?.data)
        #expect(String(decoding: body, as: UTF8.self) == #"{"contactId":"a-196"}"#)
        #expect(send.headers["Content-Type"] == "application/json")
        for router: ContactsRouter in [.list, .accept("1"), .decline("1"), .delete("1")] {
            #expect(try NetworkRequest(router: router, configuration: configuration).body == nil)
        }
    }

    @Test(
        "An identifier stays one path segment",
        arguments: [("a/../b", "a%2F..%2Fb"), ("..", "%2E%2E"), ("ü?#", "%C3%BC%3F%23"), ("a b+c", "a%20b%2Bc")])
    func escaping(id: String, segment: String) throws {
        let delete = try NetworkRequest(router: ContactsRouter.delete(id), configuration: configuration)
        #expect(delete.url.absoluteString == "https://api.example.org/v1/contacts/" + segment)
        let accept = try NetworkRequest(router: ContactsRouter.accept(id), configuration: configuration)
        #expect(accept.url.absoluteString == "https://api.example.org/v1/contacts/requests/\(segment)/accept")
    }

    @Test(
        "Each change has its endpoint",
        arguments: [
            (ContactChange.accept("1"), ContactsRouter.accept("1")), (.decline("1"), .decline("1")),
            (.send("1"), .send("1")), (.delete("1"), .delete("1")),
        ])
    func change(change: ContactChange, router: ContactsRouter) {
        #expect(ContactsRouter(change) == router)
        #expect(change.contactID == "1")
    }
}
