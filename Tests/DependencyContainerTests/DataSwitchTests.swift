import DependencyContainer
import Testing

@Suite("DataSwitch")
struct DataSwitchTests {
    private let modules: [ModuleID] = ["contacts", "products", "todos"]

    @Test("A module that is not named follows the default")
    func fallback() {
        let dataSwitch = DataSwitch(.real, overrides: ["products": .mock])
        #expect(dataSwitch.source(for: "contacts") == .real)
        #expect(dataSwitch.source(for: "products") == .mock)
    }

    @Test("A flip takes effect at the next question")
    func flip() {
        let dataSwitch = DataSwitch(.real)
        dataSwitch.set(.mock, for: "contacts")
        #expect(dataSwitch.source(for: "contacts") == .mock)
        #expect(dataSwitch.source(for: "products") == .real)
    }

    @Test("A written setting names a default and exceptions")
    func written() throws {
        let dataSwitch = DataSwitch(.real)
        try dataSwitch.apply(" mock , products = real ", known: modules)
        #expect(dataSwitch.source(for: "contacts") == .mock)
        #expect(dataSwitch.source(for: "products") == .real)
    }

    @Test("A setting without a default leaves the other modules as they were")
    func onlyNamed() throws {
        let dataSwitch = DataSwitch(.mock)
        try dataSwitch.apply("products=real")
        #expect(dataSwitch.source(for: "contacts") == .mock)
        #expect(dataSwitch.source(for: "products") == .real)
    }

    @Test(
        "A wrong setting is refused and changes nothing",
        arguments: [
            ("", DataSwitchError.malformed(part: "")),
            ("live", .malformed(part: "live")),
            ("mock,", .malformed(part: "")),
            ("products=live", .malformed(part: "products=live")),
            ("=mock", .malformed(part: "=mock")),
            ("a=b=c", .malformed(part: "a=b=c")),
            ("mock,real", .repeated(part: "real")),
            ("products=mock,products=real", .repeated(part: "products=real")),
            (
                "mock,produkts=real",
                .unknownModule("produkts", known: ["contacts", "products", "todos"])
            ),
        ])
    func refused(setting: String, error: DataSwitchError) {
        let dataSwitch = DataSwitch(.real)
        #expect(throws: error) { try dataSwitch.apply(setting, known: modules) }
        #expect(modules.allSatisfy { dataSwitch.source(for: $0) == .real })
    }

    @Test("The launch argument wins over the environment, the environment over the code")
    func precedence() throws {
        let code = try DataSwitch(launchedWith: .real, arguments: ["app"], environment: [:])
        #expect(code.decision(for: "contacts").origin == .code)
        let environment = try DataSwitch(
            launchedWith: .real, arguments: ["app"], environment: ["HARMONY_DATA": "mock"])
        #expect(environment.decision(for: "contacts") == .init(source: .mock, origin: .environment, isNamed: false))
        let argument = try DataSwitch(
            launchedWith: .real, arguments: ["app", "-HARMONY_DATA", "real,todos=mock"],
            environment: ["HARMONY_DATA": "mock"])
        #expect(argument.decision(for: "contacts") == .init(source: .real, origin: .argument, isNamed: false))
        #expect(argument.decision(for: "todos") == .init(source: .mock, origin: .argument, isNamed: true))
    }

    @Test("A launch argument without a value is an error")
    func danglingArgument() {
        #expect(throws: DataSwitchError.malformed(part: "")) {
            try DataSwitch(arguments: ["app", "-HARMONY_DATA"], environment: [:])
        }
    }

    @Test("Each error says in one line what would be right")
    func descriptions() {
        let error = DataSwitchError.unknownModule("produkts", known: modules)
        #expect("\(error)" == "there is no module 'produkts'; the modules are contacts, products, todos")
        #expect("\(DataSwitchError.malformed(part: "live"))".contains("'mock,products=real'"))
    }
}
