import DependencyContainer

// Dependencies of the consumer's own, and the switch parsed from text.
protocol Greeter: Sendable {
    func greeting(for name: String) -> String
}

struct Polite: Greeter {
    func greeting(for name: String) -> String { "Good morning, \(name)" }
}

struct Silent: Greeter {
    func greeting(for name: String) -> String { "" }
}

enum GreeterKey: DependencyKey {
    static var unconfigured: any Greeter { Silent() }
}

extension DependencyContainer {
    var greeter: any Greeter { self[GreeterKey.self] }
}

struct Screen {
    @Injected(\.greeter) var greeter
}

let container = DependencyContainer { $0.register(GreeterKey.self) { _ in Polite() } }
let screen = DependencyContainer.scope(container) { Screen() }
precondition(screen.greeter.greeting(for: "Ada") == "Good morning, Ada")

let dataSwitch = DataSwitch(.real)
try dataSwitch.apply("mock,products=real", known: ["contacts", "products"])
precondition(dataSwitch.source(for: "contacts") == .mock)
precondition(dataSwitch.source(for: "products") == .real)
print("DependencyContainerConsumer: \(screen.greeter.greeting(for: "Ada"))")
