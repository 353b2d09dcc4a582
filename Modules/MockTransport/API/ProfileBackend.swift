/// The account's own profile. Its id is the account, whatever the fixture says.
struct ProfileBackend: MockBackend {
    static let fixture = "profile.show"

    private var profile: JSONValue

    init(_ fixture: JSONValue, account: String) throws(MockTransportError) {
        guard var members = fixture.object else {
            throw .fixtureShape(operation: Self.fixture, expected: "an object")
        }
        members["id"] = .string(account)
        profile = .object(members)
    }

    mutating func answer(_ call: MockCall) throws(MockRefusal) -> MockAnswer {
        if call.operation == "profile.update" {
            for (name, value) in try call.fields(["name": .name, "bio": .text]) { profile[name] = value }
        }
        return MockAnswer(statusCode: 200, value: profile)
    }
}
