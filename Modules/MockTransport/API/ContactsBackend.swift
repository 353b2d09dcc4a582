/// Contacts, requests in both directions, and people who could be asked.
struct ContactsBackend: MockBackend {
    static let fixture = "contacts.list"

    private var contacts, requestsSent, requestsReceived, placeholders: MockRows

    init(_ fixture: JSONValue, account: String) throws(MockTransportError) {
        contacts = try MockRows(fixture, "contacts", of: Self.fixture)
        requestsSent = try MockRows(fixture, "requestsSent", of: Self.fixture)
        requestsReceived = try MockRows(fixture, "requestsReceived", of: Self.fixture)
        placeholders = try MockRows(fixture, "placeholders", of: Self.fixture)
    }

    mutating func answer(_ call: MockCall) throws(MockRefusal) -> MockAnswer {
        switch call.operation {
        case "contacts.accept":
            let contact = try requestsReceived.remove(call.arguments[0])
            contacts.append(contact)
            return MockAnswer(statusCode: 200, value: contact)
        case "contacts.decline":
            _ = try requestsReceived.remove(call.arguments[0])
            return MockAnswer(statusCode: 204)
        case "contacts.send":
            let id = try call.fields(["contactId": .name])["contactId"]?.string ?? ""
            let contact = try placeholders.remove(id)
            requestsSent.append(contact)
            return MockAnswer(statusCode: 201, value: contact)
        case "contacts.delete":
            _ = try contacts.remove(call.arguments[0])
            return MockAnswer(statusCode: 204)
        default:
            return MockAnswer(
                statusCode: 200,
                value: .object([
                    "contacts": .array(contacts.values), "requestsSent": .array(requestsSent.values),
                    "requestsReceived": .array(requestsReceived.values), "placeholders": .array(placeholders.values),
                ]))
        }
    }
}
